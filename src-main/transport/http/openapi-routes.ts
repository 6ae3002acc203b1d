import type { FastifyInstance } from 'fastify'

import { isFresh, weakEtag } from '#kernel/etag.ts'
import { openApiPage, type ShownDocument } from './openapi-page.ts'
import { openApiDocumentInSteps, type ServedContract } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #60646c; --line: #d9d9e0; --surface: #fcfcfd; --code: #f0f0f3; --accent: #0b68cb }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --muted: #b0b4ba; --line: #363a3f; --surface: #111113; --code: #212225; --accent: #70b8ff } }
body { font: 13px/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface); margin: 0 auto; max-width: 960px; padding: 24px }
h1 { font-size: 20px } h2 { font-size: 15px; margin: 24px 0 8px } h3 { font-size: 13px; margin: 12px 0 4px } a { color: var(--accent) } nav a { margin-right: 8px }
search { display: grid; grid-template-columns: auto 1fr auto; gap: 8px; align-items: center; position: sticky; top: 0; margin: 12px 0; padding: 8px 0; background: var(--surface) }
input { font: inherit; color: inherit; background: var(--surface); border: 1px solid #8b8d98; border-radius: 6px; padding: 5px 8px }
details { border-top: 1px solid var(--line); padding: 6px 0 } summary { cursor: pointer } summary span { color: var(--muted) }
code, pre { font: 12.5px/1.5 ui-monospace, monospace; overflow-wrap: anywhere } pre { background: var(--code); border-radius: 6px; padding: 12px; margin: 0; overflow: auto; max-height: 400px }
summary code:first-of-type { display: inline-block; width: 56px; font-weight: 600 } dl { display: grid; grid-template-columns: 128px 1fr; gap: 4px } dt { color: var(--muted) } dd { margin: 0 }
`

/** Filters operations by words, opens the one that the address names, and puts this address into the examples. */
const SCRIPT = `
const field = document.getElementById('search')
const operations = [...document.querySelectorAll('main details')]
const groups = [...document.querySelectorAll('main section')]
field.addEventListener('input', () => {
  const words = field.value.trim().toLowerCase().split(/\\s+/).filter(Boolean)
  for (const one of operations) one.hidden = !words.every((word) => one.dataset.words.includes(word))
  for (const group of groups) group.hidden = !group.querySelector('details:not([hidden])')
  const found = operations.filter((one) => !one.hidden).length
  document.getElementById('count').textContent = words.length === 0 ? '' : found + ' found'
})
const open = () => {
  const named = document.getElementById(location.hash.slice(1))
  if (named instanceof HTMLDetailsElement) named.open = true
}
addEventListener('hashchange', open)
open()
for (const text of document.querySelectorAll('main pre'))
  if (text.textContent.startsWith('curl')) text.textContent = text.textContent.replace(document.body.dataset.example, location.origin)
`

/** The document at /docs/openapi.json and, for people, the page at /docs/openapi/. Each is made once, when it is first asked for. */
export function openApiRoutes(app: FastifyInstance, contract: ServedContract): void {
  let made: Promise<Record<string, unknown>> | undefined
  let document: Promise<{ text: string; etag: string }> | undefined
  let page: Promise<string> | undefined
  const make = () => (made ??= openApiDocumentInSteps(contract))
  app.get('/docs/openapi.json', async (request, reply) => {
    document ??= make().then((value) => {
      const text = JSON.stringify(value)
      return { text, etag: weakEtag(text) }
    })
    const { text, etag } = await document
    reply.header('etag', etag)
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
  app.get('/docs/openapi', async (_request, reply) => {
    page ??= make().then((value) => openApiPage(contract, value as typeof value & ShownDocument))
    return reply.header('content-type', 'text/html; charset=utf-8').send(await page)
  })
  app.get('/docs/openapi/style.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(STYLE),
  )
  app.get('/docs/openapi/page.js', async (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(SCRIPT),
  )
}
