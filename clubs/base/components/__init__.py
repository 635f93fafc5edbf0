"""What the template tags of the design system draw; registered in `clubs.base.templatetags.ui`."""
