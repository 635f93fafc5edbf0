from django.db import models


class FactVersion(models.Model):
    """How often the facts of one unit have changed: a stage, a season, a player, a club.

    Bumped inside the transaction that changes a fact (see :mod:`clubs.base.versions`).
    """

    kind = models.CharField(max_length=20)
    unit = models.BigIntegerField()
    version = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "unit"], name="one_version_a_unit")]

    def __str__(self) -> str:
        return f"{self.kind} {self.unit} v{self.version}"


class DerivedVersion(models.Model):
    """From which version of the facts a derived table of one unit was last computed."""

    table = models.CharField(max_length=20)
    unit = models.BigIntegerField()
    built = models.BigIntegerField(default=0)
    built_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "unit"], name="one_build_a_unit")]

    def __str__(self) -> str:
        return f"{self.table} {self.unit} from v{self.built}"


class IdempotencyKey(models.Model):
    """The stored outcome of a request that carried an ``Idempotency-Key``."""

    user_id = models.BigIntegerField()  # a plain number: people stand to the left of this room
    key = models.CharField(max_length=80)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_id", "key"], name="one_outcome_a_key")]

    def __str__(self) -> str:
        return self.key
