"""What every address of the API has in common: language, strict input, pages, versions, keys."""

import datetime
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC
from typing import Any, TypeVar

import django_filters
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django_filters.fields import BaseCSVField
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_field, extend_schema_serializer
from rest_framework import generics, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base import idempotency

T = TypeVar("T")

LARGEST = 2**31 - 1
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
FILTERS = (DjangoFilterBackend,)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="A new value (a UUID) for each new request. Sent again with the same body, the request is not done "
    "again: the stored answer comes back with `Idempotency-Replayed: true`. Kept for a week.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` you have; unchanged answers 304, empty."
)
NOT_MODIFIED = OpenApiResponse(description="You have the newest version.")


# What is sent --------------------------------------------------------------------------------------------------------


class Number(serializers.IntegerField):
    """A whole number as JSON has it: no text, no truth value."""

    def __init__(self, **given: Any) -> None:
        """Bound the number by what the database can hold, unless told closer."""
        super().__init__(**{"min_value": 0, "max_value": LARGEST, **given})

    def to_internal_value(self, data: Any) -> int:
        """Return the number.

        Raises ValidationError for anything that only looks like one.
        """
        if isinstance(data, bool) or not (isinstance(data, int) or (isinstance(data, float) and data.is_integer())):
            self.fail("invalid")
        return super().to_internal_value(int(data))


class Text(serializers.CharField):
    """A text as JSON has it: a number is none."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text without blanks around it.

        Raises ValidationError for anything that is none.
        """
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Input(serializers.Serializer[Any]):
    """What a request may send; a field it does not know is refused, because it is a figure that would be lost."""

    def __init_subclass__(cls, **given: Any) -> None:
        """Call the shape in the description as the thing is called."""
        super().__init_subclass__(**given)
        extend_schema_serializer(component_name=cls.__name__.removesuffix("In"))(cls)

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated values.

        Raises ValidationError, naming unknown fields too.
        """
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            raise serializers.ValidationError({name: [_("There is no such field.")] for name in unknown}, "unknown")
        return super().to_internal_value(data)


class Query(serializers.Serializer[Any]):
    """What an address may be asked with, beside pages."""


class Output(serializers.Serializer[Any]):
    """What an answer holds; filled from plain dictionaries."""

    def __init_subclass__(cls, **given: Any) -> None:
        """Call the shape in the description as the thing is called."""
        super().__init_subclass__(**given)
        extend_schema_serializer(component_name=cls.__name__.removesuffix("Out"))(cls)


class When(serializers.DateTimeField):
    """A moment, in UTC whatever the club's clock says."""

    def __init__(self, **given: Any) -> None:
        """Fix the zone."""
        super().__init__(**{"default_timezone": UTC, **given})


class DayField(forms.DateField):
    """A date as RFC 3339 spells it: Django alone would take 2026-1-1, blanks and the digits of any script."""

    def to_python(self, value: Any) -> datetime.date | None:
        """Return the date.

        Raises ValidationError.
        """
        if value and not DAY.fullmatch(str(value)):
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return super().to_python(value)


class Day(django_filters.DateFilter):  # type: ignore[misc]
    """A filter by a date, written as 2026-10-15 whatever the language."""

    field_class = DayField

    def __init__(self, *args: Any, **given: Any) -> None:
        """Fix the spelling."""
        super().__init__(*args, **{"input_formats": ["%Y-%m-%d"], **given})


class NamesField(BaseCSVField):  # type: ignore[misc]
    """Names with commas between them, none of them empty."""

    def clean(self, value: Any) -> Any:
        """Return the names.

        Raises ValidationError.
        """
        if value and not all(value):
            raise ValidationError(_("There is a comma too many."), "invalid")
        return super().clean(value)


class Ordering(django_filters.OrderingFilter):  # type: ignore[misc]
    """An order by one or more columns."""

    base_field_class = NamesField


@extend_schema_field({"type": "integer", "minimum": 1})
class Id(django_filters.Filter):  # type: ignore[misc]
    """A filter by the id of a thing."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, **given: Any) -> None:
        """Bound the number by what the database can hold."""
        super().__init__(*args, **{"min_value": 1, "max_value": LARGEST, **given})


# Addresses -----------------------------------------------------------------------------------------------------------


class Endpoint(generics.GenericAPIView[Any]):
    """One address of the API: parse, ask a selector or a service, answer."""

    filter_backends: Sequence[Any] = ()  # where there is a filterset_class: FILTERS

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Speak the language that was asked for, else the account's, before anything is refused."""
        header = "Accept-Language" in request.headers or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        if header:
            translation.activate(translation.get_language_from_request(request._request))
        super().initial(request, *args, **kwargs)
        language = getattr(request.user, "language", "")
        if not header and language in dict(settings.LANGUAGES):
            translation.activate(language)
        empty = [name for name in request.query_params if "" in request.query_params.getlist(name)]
        if empty:
            # A program's empty variable would otherwise ask for everything.
            raise serializers.ValidationError(
                {name: [_("Give it a value, or leave it out.")] for name in empty}, "empty"
            )

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say that the answer depends on who asks, so that no proxy gives it to somebody else."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "private, no-cache"
        return answer

    def asked(self, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the validated query.

        Raises ValidationError.
        """
        query = shape(data=self.request.query_params.dict())
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def sent(self, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the validated body.

        Raises ValidationError.
        """
        body = shape(data=self.request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def paged(
        self, rows: Iterable[T], shape: type[serializers.Serializer[Any]], make: Callable[[list[T]], Iterable[Any]]
    ) -> Response:
        """Answer one page of the rows; ``make`` turns the rows of the page into plain dictionaries."""
        page: Any = self.paginate_queryset(rows)  # type: ignore[arg-type]
        return self.get_paginated_response(shape(list(make(list(page))), many=True).data)

    def versioned(self, parts: Iterable[Any], build: Callable[[], Any]) -> Any:
        """Answer what ``build`` gives under an ETag made of ``parts``, or 304 to whoever has it.

        The parts must be read before the rows: an answer that is newer than its tag is only asked for once more.
        """
        text = json.dumps([*parts], default=str)
        tag = f'W/"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"'
        unchanged = get_conditional_response(self.request._request, etag=tag)
        if unchanged is not None:
            unchanged["ETag"] = tag
            return unchanged
        return Response(build(), headers={"ETag": tag})

    def once(self, act: Callable[[], Response]) -> Response:
        """Do ``act``, or answer again what it answered under the same ``Idempotency-Key``."""
        key, user_id = self.request.headers.get("Idempotency-Key"), self.request.user.pk
        if key is None or user_id is None:
            return act()

        def answer() -> idempotency.Answer:
            response = act()
            return idempotency.Answer(response.status_code, json.loads(JSONRenderer().render(response.data)))

        given = idempotency.once(
            user_id=user_id,
            key=key,
            request=idempotency.digest(str(self.request.method), self.request.path, self.request.data),
            act=answer,
        )
        headers = {"Idempotency-Replayed": "true"} if given.replayed else None
        return Response(given.body, status=given.status, headers=headers)
