"""Cards and games for programs: read them, send them, correct them; the same services and refusals as the desk."""
