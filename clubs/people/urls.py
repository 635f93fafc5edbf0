from django.urls import path

from clubs.people.views import accounts, audit, clubs, invitations, members

app_name = "people"
urlpatterns = [
    path("clubs/new/", clubs.new, name="new_club"),
    path("clubs/<slug:slug>/settings/", clubs.settings, name="settings"),
    path("clubs/<slug:slug>/members/", members.list_members, name="members"),
    path("clubs/<slug:slug>/members/add/", members.add, name="add_member"),
    path("clubs/<slug:slug>/members/bring/", members.bring, name="bring_member"),
    path("clubs/<slug:slug>/members/export.csv", members.export, name="export_members"),
    path("clubs/<slug:slug>/members/<int:player_id>/", members.member, name="member"),
    path("clubs/<slug:slug>/members/<int:player_id>/kind/", members.kind, name="member_kind"),
    path("clubs/<slug:slug>/members/<int:player_id>/role/", members.role, name="member_role"),
    path("clubs/<slug:slug>/members/<int:player_id>/leave/", members.leave, name="member_leave"),
    path("clubs/<slug:slug>/members/<int:player_id>/return/", members.come_back, name="member_return"),
    path("clubs/<slug:slug>/members/<int:player_id>/reset-link/", members.reset_link, name="member_reset_link"),
    path("clubs/<slug:slug>/members/<int:player_id>/invite/", invitations.create, name="invite"),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation_id>/withdraw/", invitations.withdraw, name="withdraw_invitation"
    ),
    path("clubs/<slug:slug>/audit/", audit.audit, name="audit"),
    path("invite/<str:token>/", invitations.invitation, name="invitation"),
    path("account/settings/", accounts.account, name="account"),
    path("account/contact/", accounts.contact, name="contact"),
    path("account/theme/", accounts.theme, name="theme"),
]
