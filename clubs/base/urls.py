from django.urls import path

from clubs.base import views

app_name = "base"
urlpatterns = [path("events/stream", views.stream, name="stream")]
