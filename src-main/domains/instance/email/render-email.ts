import { escapeHtml } from '#shared/escape-html.ts'
import type { EmailTemplate } from '#shared/instance/rules/email-templates.ts'
import { mustache } from '#kernel/mustache.ts'
import type { EmailVariables } from './emails.store.ts'
import { EMAIL_TEXTS } from './email-texts.ts'

/** An e-mail, ready to be sent. */
export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** Names and titles are shown up to this length. */
const MAX_VALUE = 500

const TEXT = `Hello {{name}},

{{#paragraphs}}
{{.}}

{{/paragraphs}}
{{#action}}
{{action}}:
{{link}}

{{/action}}
Sent by Halyard, your feature flag service.
`

// styles stand at the elements: many mail programs drop a style sheet
const HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{subject}}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1c1f26;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<p>Hello {{name}},</p>
{{#paragraphs}}
<p>{{.}}</p>
{{/paragraphs}}
{{#action}}
<p><a href="{{link}}" style="display:inline-block;padding:10px 16px;background:#1a4fd6;color:#ffffff;border-radius:6px;text-decoration:none">{{action}}</a></p>
<p style="color:#5a6070;font-size:13px;word-break:break-all">Or open this address: {{link}}</p>
{{/action}}
</div>
<p style="max-width:560px;margin:12px auto;color:#5a6070;font-size:13px">Sent by Halyard, your feature flag service.</p>
</body>
</html>
`

const asHtml = (value: unknown) => escapeHtml(String(value))

/**
 * Renders an e-mail as text and as HTML. Values are text: they take one line, and are escaped in HTML. A value that
 * looks like a template stays as it is.
 */
export async function renderEmail(
  template: EmailTemplate,
  variables: EmailVariables,
): Promise<RenderedEmail> {
  const engine = await mustache()
  const fill = (text: string, view: object, escape: (value: unknown) => string = String) =>
    engine.render(text, new engine.Context(view), {}, { escape })
  const { link = '', ...values } = variables
  const view = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(value)]))
  const { subject, paragraphs, action } = EMAIL_TEXTS[template]
  const parts = {
    name: view['name'] ?? '',
    subject: fill(subject, view),
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, view)),
    // text, not true: a section over it has `action` in it
    action: action ?? false,
    link,
  }
  return { subject: parts.subject, text: fill(TEXT, parts), html: fill(HTML, parts, asHtml) }
}

const oneLine = (value: string) => value.replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE)

/** Renders an e-mail with example values. */
export const previewEmail = (template: EmailTemplate): Promise<RenderedEmail> =>
  renderEmail(template, EMAIL_TEXTS[template].example)
