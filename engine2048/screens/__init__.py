"""What is on the glass and what a press does there: pages, menus, the idle time; no pixel is drawn here."""
