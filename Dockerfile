# The site as an image: locked packages, static files collected, catalogues compiled, no root.
#   docker build -t cribbage-club .

FROM python:3.13-slim-bookworm AS build
WORKDIR /site
COPY requirements/installer.lock requirements/run.lock requirements/
RUN python -m venv /opt/site \
    && pip install --no-cache-dir --require-hashes -r requirements/installer.lock \
    && uv pip install --no-cache --compile-bytecode --python /opt/site/bin/python --require-hashes -r requirements/run.lock
COPY . .
# The settings of production want to know secrets; collecting files needs none of them.
RUN export PATH=/opt/site/bin:$PATH DJANGO_SETTINGS_MODULE=config.settings.prod STATIC_ROOT=/site/collected \
        SECRET_KEY=not-kept ALLOWED_HOSTS=localhost DATABASE_URL=postgresql://nobody@localhost/none REDIS_URL=redis://localhost \
    && python -m config.catalogues compile \
    && python manage.py collectstatic --noinput \
    && python -m compileall -q clubs config engine games

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin club
COPY --from=build /opt/site /opt/site
COPY --from=build /site /site
WORKDIR /site
ENV PATH=/opt/site/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings.prod \
    STATIC_ROOT=/site/collected
USER club
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s CMD ["python", "-m", "config.probe", "web"]
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
     "--timeout-graceful-shutdown", "3", "--lifespan", "off", "--no-access-log", "--forwarded-allow-ips", "*"]
