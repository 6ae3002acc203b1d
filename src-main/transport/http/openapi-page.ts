import { toCurl } from '#shared/curl.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { errorStatuses, hasBody, successStatuses, type Operation } from '#shared/contract/index.ts'
import { isDeprecatedIn } from '#shared/versions/rules/is-served-in.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import type { ServedContract } from './openapi.ts'
import { exampleOf, shapeOf, type Schema, type Schemas } from './openapi-shapes.ts'

/** An operation in the document, as far as the page shows it. */
interface Described {
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
}

/** The document, as far as the page shows it. */
export interface ShownDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  components: { schemas: Schemas }
}

/** Address in the examples; the script of the page puts its own there. */
const EXAMPLE_URL = 'http://127.0.0.1:4242'
/** Values of parameters that every instance has; others keep their name in braces. */
const USUAL: Readonly<Record<string, string>> = {
  projectId: 'default',
  project: 'default',
  environment: 'development',
}

/**
 * The contract as a page to read: an introduction, and per operation who may call it, a request, and the shapes of bodies. The search is
 * a script of its own; without it all of the page can be read. Made in steps, as it is long.
 */
export async function openApiPage(contract: ServedContract, document: ShownDocument): Promise<string> {
  const { version, operations, basePath = '' } = contract
  const tags = [...new Set(operations.map((operation) => operation.tag))].toSorted((a, b) =>
    a.localeCompare(b),
  )
  const sections = await mapInSteps(tags, async (tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    const parts = await mapInSteps(own, (operation) => operationHtml(operation, contract, document))
    return `
    <section aria-labelledby="${slug(tag)}">
      <h2 id="${slug(tag)}">${escapeHtml(tag)}</h2>${parts.join('')}
    </section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>Halyard: the HTTP API</title>
  <link rel="stylesheet" href="${basePath}/docs/openapi/style.css">
  <script src="${basePath}/docs/openapi/page.js" defer></script>
</head>
<body data-example="${EXAMPLE_URL}">
  <header><h1>The HTTP API</h1>
    <p>Version ${version}, ${operations.length} operations. For generators: <a href="${basePath}/docs/openapi.json">openapi.json</a>.
      <a href="${basePath}/help/http-api.html">Use the HTTP API</a> has examples with their answers.</p>
    ${INTRODUCTION}
    <search><label for="search">Search operations</label>
      <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="createFeature, tags, POST /api/admin/…">
      <span id="count" role="status"></span></search>
    <p class="token" hidden><label for="token">Token for what you try</label>
      <input id="token" type="password" autocomplete="off" placeholder="none: as you are signed in here"></p>
    <nav aria-label="Groups">${tags.map((tag) => `<a href="#${slug(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>
  </header>
  <main>${sections.join('')}</main>
</body>
</html>`
}

const INTRODUCTION = `
    <details><summary>Tokens</summary>
      <p>Send a token in the header <code>Authorization</code>, with or without <code>Bearer</code>. The Admin API takes personal access
        tokens, those of service accounts, and admin tokens. SDKs have backend tokens (<code>/api/client</code>) and frontend tokens
        (<code>/api/frontend</code>).</p></details>
    <details><summary>Errors</summary>
      <p>Each error is one record: <code>{ id, name, message, details: [{ description, message, path }] }</code>. <code>id</code> is in the
        log, <code>name</code> is for programs, <code>path</code> points at a field. A 403 has <code>decision.explanation</code>. After 429
        and 503, wait for <code>Retry-After</code>.</p></details>
    <details><summary>Pages, and what has changed</summary>
      <p>Long lists take <code>limit</code> and <code>offset</code>, and answer with <code>total</code>. Answers with an <code>ETag</code> are
        304 to <code>If-None-Match</code>. A write that is answered with success is on the disk.</p></details>`

function operationHtml(
  operation: Operation,
  { version, basePath = '' }: ServedContract,
  document: ShownDocument,
): string {
  const { method, path, summary, description, lifecycle, operationId } = operation
  const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const { schemas } = document.components
  const body = bodyOf(described?.requestBody)
  const example = exampleRequest(operation, body, schemas)
  const sent =
    example.body === undefined ? '' : ` data-body="${escapeHtml(JSON.stringify(example.body, null, 2))}"`
  const parameters = (described?.parameters ?? []).map(
    ({ name, in: place, schema }) =>
      `<dt><code>${name}</code></dt><dd>${place}: ${code(shapeOf(schema, schemas))}</dd>`,
  )
  const answers = successStatuses(operation).map((status) => {
    const schema = bodyOf(described?.responses[status])
    return `<h3>Answer ${status}</h3>${schema ? pre(shapeOf(schema, schemas)) : '<p>No body.</p>'}`
  })
  return `
      <details id="${operationId}" data-words="${escapeHtml(`${operationId} ${method} ${path} ${summary} ${operation.tag}`.toLowerCase())}"
        data-method="${method}" data-path="${escapeHtml(basePath + example.path)}"${sent}>
        <summary><code class="${method.toLowerCase()}">${method}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
        ${description === undefined ? '' : `<p>${escapeHtml(description)}</p>`}
        <dl>
          <dt>Operation</dt><dd><code>${operationId}</code>, <code>halyard api ${operationId}</code></dd>
          <dt>Needs</dt><dd>${escapeHtml(needOf(operation))}</dd>
          <dt>Since</dt><dd>${lifecycle.since}${isDeprecatedIn(operation, version) ? `, deprecated in ${lifecycle.deprecated ?? ''}` : ''}</dd>
          ${parameters.join('')}
          <dt>Errors</dt><dd>${errorStatuses(operation).join(', ') || 'none'}</dd>
        </dl>
        <h3>Request</h3>${pre(toCurl(EXAMPLE_URL + basePath, example, tokenOf(operation)))}
        ${body ? `<h3>Body</h3>${pre(shapeOf(body, schemas))}` : ''}
        ${answers.join('')}
      </details>`
}

const bodyOf = (
  part: { content?: Readonly<Record<string, { schema: Schema }>> } | undefined,
): Schema | undefined => Object.values(part?.content ?? {})[0]?.schema

/** Makes a request of an operation, with the values that every instance has. */
function exampleRequest(operation: Operation, body: Schema | undefined, schemas: Schemas) {
  const { method } = operation
  const path = operation.path.replace(/:(\w+)/g, (_whole, name: string) => USUAL[name] ?? `{${name}}`)
  const isSent = body !== undefined && hasBody(operation) && !operation.bodyIsOptional
  return { method, path, ...(isSent ? { body: exampleOf(body, schemas) } : {}) }
}

const TOKENS: Partial<Record<Operation['audience'], string>> = {
  client: '$BACKEND_TOKEN',
  frontend: '$FRONTEND_TOKEN',
  sdk: '$BACKEND_TOKEN',
  signal: '$SIGNAL_TOKEN',
  scim: 'Bearer $SCIM_TOKEN',
}

const tokenOf = ({ audience }: Operation): string | null =>
  audience === 'open' ? null : (TOKENS[audience] ?? '$HALYARD_TOKEN')

function needOf({ audience, access }: Operation): string {
  const callers = {
    admin: 'a signed-in user',
    client: 'a backend token',
    frontend: 'a frontend token',
    sdk: 'the token of an SDK',
    signal: 'a token of the signal endpoint',
    scim: 'the SCIM token',
    open: 'nothing',
  }
  return access.kind === 'permission' ? `the permission ${access.anyOf.join(' or ')}` : callers[audience]
}

const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-')

const pre = (text: string) => `<pre tabindex="0">${escapeHtml(text)}</pre>`
const code = (text: string) => `<code>${escapeHtml(text)}</code>`
