"""Template tags of the design system; `docs/components.md` lists them with examples."""

from django.template import Library

from clubs.base.components import blocks, fields, pictures, rails, signs, ways, words

register = Library()

for drawing in (signs.icon, signs.holes, signs.peg, signs.peg_head, signs.skunk_sign, signs.movement):
    register.simple_tag(drawing)

for text in (words.place, words.score, words.tag, words.playing_card, ways.back, pictures.sparkline):
    register.simple_tag(text)
register.simple_tag(words.format_signed, name="signed")
register.filter("signed", words.format_signed)
register.filter(words.initials)

for block in (blocks.alert, blocks.empty, blocks.confirm, blocks.table_wrap):
    register.simple_block_tag(block, takes_context=True)

for part in (
    blocks.section_head,
    blocks.toast,
    fields.field,
    fields.form_errors,
    fields.segmented,
    pictures.race_board,
    rails.card_rail,
    rails.game_rail,
    rails.long_table,
    ways.crumbs,
):
    register.inclusion_tag(f"components/{part.__name__}.html")(part)
register.inclusion_tag("components/pagination.html", takes_context=True)(ways.pagination)
