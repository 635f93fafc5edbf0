"""Show a service's refusal beside the field it is about."""

from django.forms import BaseForm

from clubs.base.errors import ApplicationError


def refuse(form: BaseForm, error: ApplicationError) -> None:
    """Put the sentence beside the field the error names, or above the form."""
    form.add_error(error.field if error.field in form.fields else None, error.message)
