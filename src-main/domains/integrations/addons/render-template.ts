import { escapeHtml } from '#shared/escape-html.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { mustache } from '#kernel/mustache.ts'
import type { DescribedEvent } from '#domains/audit/events/described-events.ts'

/** So long a template may be, so many values and turns may go into a text, and so long that may get. */
const MAX_TEMPLATE = 10_000
const MAX_STEPS = 2000
const MAX_TEXT = 1024 * 1024

/** Describes the problem of a template; undefined: none. */
export async function problemOfTemplate(template: string): Promise<string | undefined> {
  if (template.length > MAX_TEMPLATE) return `must not be longer than ${MAX_TEMPLATE} characters.`
  try {
    ;(await mustache()).parse(template)
    return undefined
  } catch (error) {
    return `is no mustache template: ${messageOf(error)}.`
  }
}

/**
 * The text that a template makes of an event: `event`, `eventJson` and `eventMarkdown` can be named
 * (docs/contract/integrations.md#integrations).
 * `{{ }}` escapes as the content type needs it, `{{{ }}}` does not. Throws when it gets too long: sections in sections
 * over long lists would keep everybody waiting.
 */
export async function renderTemplate(
  template: string,
  event: DescribedEvent,
  contentType: string,
): Promise<string> {
  const engine = await mustache()
  let steps = 0
  const count = () => {
    if (++steps > MAX_STEPS) throw new Error('The template takes too many steps.')
  }
  class BoundedContext extends engine.Context {
    override push(view: unknown): BoundedContext {
      count()
      return new BoundedContext(view, this)
    }
    override lookup(name: string): unknown {
      count()
      return super.lookup(name)
    }
  }
  const { label: _label, summary, ...logged } = event
  const json = JSON.stringify(logged)
  const view = { event: withoutPrototypes(json), eventJson: json, eventMarkdown: summary }
  const text = engine.render(template, new BoundedContext(view), {}, { escape: escapeFor(contentType) })
  if (text.length > MAX_TEXT) throw new Error('The template makes too long a text.')
  return text
}

/** Parses data without prototypes, so that no template reaches inherited members. */
function withoutPrototypes(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null) as object, value)
      : value,
  )
}

function escapeFor(contentType: string): (value: unknown) => string {
  // lists and objects as JSON; values that JSON cannot represent as empty text
  const text = (value: unknown) =>
    typeof value === 'string' ? value : ((JSON.stringify(value) as string | undefined) ?? '')
  if (/[/+]json\b/i.test(contentType)) return (value) => JSON.stringify(text(value)).slice(1, -1)
  if (/html|xml/i.test(contentType)) return (value) => escapeHtml(text(value))
  return text
}
