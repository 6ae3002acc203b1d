import type { FastifyInstance } from 'fastify'

import { isFresh, weakEtag } from '#kernel/etag.ts'
import { openApiDocument, type ServedContract } from './openapi.ts'
import { errorStatuses, hasBody, successStatuses, type Operation } from '#shared/contract/index.ts'
import { isDeprecatedIn } from '#shared/versions/rules/is-served-in.ts'

/** The contract as a page to read: per operation who may call it, what it takes and answers. No script, no inline style. */
function openApiPage(contract: ServedContract): string {
  const { version, operations, basePath = '' } = contract
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  const paths = openApiDocument(contract)['paths'] as Record<string, Record<string, unknown>>
  const schemaOf = (operation: Operation) =>
    paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()]
  const section = (tag: string) => `
    <section aria-labelledby="${slug(tag)}">
      <h2 id="${slug(tag)}">${escape(tag)}</h2>
      ${operations
        .filter((operation) => operation.tag === tag)
        .map((operation) => operationHtml(operation, version, schemaOf(operation)))
        .join('')}
    </section>`
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>Halyard: the HTTP contract</title>
  <link rel="stylesheet" href="${basePath}/docs/openapi/style.css">
</head>
<body>
  <header><h1>The HTTP contract</h1>
    <p>Version ${version}, ${operations.length} operations. <a href="${basePath}/docs/openapi.json">openapi.json</a></p>
    <nav aria-label="Groups">${tags.map((tag) => `<a href="#${slug(tag)}">${escape(tag)}</a>`).join(' ')}</nav>
  </header>
  <main>${tags.map(section).join('')}</main>
</body>
</html>`
}

function operationHtml(operation: Operation, version: string, schema: unknown): string {
  const { method, path, summary, description, lifecycle } = operation
  const statuses = [...successStatuses(operation), ...errorStatuses(operation)].join(', ')
  return `
      <details id="${operation.operationId}">
        <summary><code class="${method.toLowerCase()}">${method}</code> <code>${escape(path)}</code> <span>${escape(summary)}</span></summary>
        ${description === undefined ? '' : `<p>${escape(description)}</p>`}
        <dl>
          <dt>Operation</dt><dd><code>${operation.operationId}</code></dd>
          <dt>Who</dt><dd>${escape(whoMay(operation))}</dd>
          <dt>Answers</dt><dd>${statuses}</dd>
          <dt>Since</dt><dd>${lifecycle.since}${isDeprecatedIn(operation, version) ? `, deprecated in ${lifecycle.deprecated ?? ''}` : ''}</dd>
          <dt>Body</dt><dd>${hasBody(operation) ? 'JSON' : 'none'}</dd>
        </dl>
        <pre tabindex="0">${escape(JSON.stringify(schema, null, 2))}</pre>
      </details>`
}

function whoMay({ audience, access }: Operation): string {
  const callers = {
    admin: 'anybody who is signed in',
    client: 'a backend token',
    frontend: 'a frontend token',
    sdk: 'the token of an SDK',
    signal: 'a token of the signal endpoint',
    scim: 'the SCIM token',
    open: 'anybody',
  }
  return access.kind === 'permission' ? `the permission ${access.anyOf.join(' or ')}` : callers[audience]
}

const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

const OPENAPI_STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #60646c; --line: #d9d9e0; --surface: #fcfcfd; --code: #f0f0f3; --accent: #0b68cb }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --muted: #b0b4ba; --line: #363a3f; --surface: #111113; --code: #212225; --accent: #70b8ff } }
body { font: 13px/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface); margin: 0 auto; max-width: 960px; padding: 24px }
h1 { font-size: 20px } h2 { font-size: 15px; margin: 24px 0 8px } a { color: var(--accent) } nav a { margin-right: 8px }
details { border-top: 1px solid var(--line); padding: 6px 0 } summary { cursor: pointer } summary span { color: var(--muted) }
code, pre { font: 12.5px/1.5 ui-monospace, monospace } pre { background: var(--code); border-radius: 6px; padding: 12px; overflow: auto; max-height: 400px }
summary code:first-of-type { display: inline-block; width: 56px; font-weight: 600 } dl { display: grid; grid-template-columns: 96px 1fr; gap: 4px } dt { color: var(--muted) } dd { margin: 0 }
`

/** The document at /docs/openapi.json and, for people, the page at /docs/openapi/. Both are made when first asked for. */
export function openApiRoutes(app: FastifyInstance, contract: ServedContract): void {
  let document: { text: string; etag: string } | undefined
  let page: string | undefined
  app.get('/docs/openapi.json', async (request, reply) => {
    if (!document) {
      const text = JSON.stringify(openApiDocument(contract))
      document = { text, etag: weakEtag(text) }
    }
    reply.header('etag', document.etag)
    if (isFresh(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(document.text)
  })
  app.get('/docs/openapi', async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send((page ??= openApiPage(contract))),
  )
  app.get('/docs/openapi/style.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(OPENAPI_STYLE),
  )
}
