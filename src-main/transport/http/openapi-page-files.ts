/** Style sheet of the page of the HTTP API. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #60646c; --line: #d9d9e0; --surface: #fcfcfd; --code: #f0f0f3; --accent: #0b68cb }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --muted: #b0b4ba; --line: #363a3f; --surface: #111113; --code: #212225; --accent: #70b8ff } }
body { font: 13px/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface); margin: 0 auto; max-width: 960px; padding: 24px }
h1 { font-size: 20px } h2 { font-size: 15px; margin: 24px 0 8px } h3 { font-size: 13px; margin: 12px 0 4px } a { color: var(--accent) } nav a { margin-right: 8px }
search { display: grid; grid-template-columns: auto 1fr auto; gap: 8px; align-items: center; position: sticky; top: 0; margin: 12px 0; padding: 8px 0; background: var(--surface) }
input { font: inherit; color: inherit; background: var(--surface); border: 1px solid #8b8d98; border-radius: 6px; padding: 5px 8px }
details { border-top: 1px solid var(--line); padding: 6px 0 } summary { cursor: pointer } summary span { color: var(--muted) }
code, pre { font: 12.5px/1.5 ui-monospace, monospace; overflow-wrap: anywhere } pre { background: var(--code); border-radius: 6px; padding: 12px; margin: 0; overflow: auto; max-height: 400px }
summary code:first-of-type { display: inline-block; width: 56px; font-weight: 600 } dl { display: grid; grid-template-columns: 128px 1fr; gap: 4px } dt { color: var(--muted) } dd { margin: 0 }
form { display: grid; gap: 8px; margin-top: 12px; max-width: 720px } form h3 { margin: 0 } form p { margin: 0; color: var(--muted) } label { display: grid; gap: 4px }
.token { display: grid; grid-template-columns: auto 1fr; gap: 8px; align-items: center }
textarea { font: 12.5px/1.5 ui-monospace, monospace; color: inherit; background: var(--surface); border: 1px solid #8b8d98; border-radius: 6px; padding: 5px 8px }
button { justify-self: start; font: inherit; color: var(--text); background: var(--code); border: 1px solid #8b8d98; border-radius: 6px; padding: 5px 12px; cursor: pointer }
`

/**
 * Script of the page: filters operations by words, opens the one that the address names, puts this address into the examples, and sends
 * requests to try, with the token that is entered, else as who is signed in.
 */
export const SCRIPT = `
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

const LONGEST = 200_000
const token = document.getElementById('token')
token.closest('p').hidden = false

/** Text of an answer: of a long one the beginning, of a stream the first event. */
async function textOf(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const isStream = (answer.headers.get('content-type') ?? '').startsWith('text/event-stream')
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    text += part.value
    if (text.length <= LONGEST && !isStream) continue
    await reader.cancel()
    return text.slice(0, LONGEST) + '\\n…'
  }
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function send({ method, path, body }, status, answered) {
  const missing = /\\{\\w+\\}/.exec(path)
  if (missing) return (status.textContent = 'Put a value in place of ' + missing[0] + '.')
  status.textContent = 'Sending …'
  const headers = { ...(token.value ? { authorization: token.value } : {}), ...(body ? { 'content-type': 'application/json' } : {}) }
  const credentials = token.value ? 'omit' : 'same-origin'
  const begun = performance.now()
  try {
    const answer = await fetch(location.origin + path, { method, headers, credentials, body: body || undefined })
    answered.textContent = await textOf(answer)
    answered.hidden = answered.textContent === ''
    status.textContent = answer.status + ' in ' + Math.round(performance.now() - begun) + ' ms'
  } catch (error) {
    status.textContent = 'No answer: ' + error.message
  }
}

function offer(one) {
  const { method, path, body } = one.dataset
  const form = document.createElement('form')
  form.setAttribute('aria-label', 'Try ' + one.id)
  form.innerHTML =
    '<h3>Try it</h3><label>Path <input name="path" spellcheck="false" autocomplete="off"></label>' +
    (body === undefined ? '' : '<label>Body <textarea name="body" rows="6" spellcheck="false"></textarea></label>') +
    '<button></button><p role="status"></p><pre tabindex="0" role="region" aria-label="Answer" hidden></pre>'
  const { path: at, body: sent } = form.elements
  at.value = path
  if (sent) sent.value = body
  form.querySelector('button').textContent = 'Send ' + method
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send({ method, path: at.value, body: sent?.value }, form.querySelector('p'), form.querySelector('pre'))
  })
  one.append(form)
}
for (const one of operations) one.addEventListener('toggle', () => one.querySelector('form') ?? offer(one))
`
