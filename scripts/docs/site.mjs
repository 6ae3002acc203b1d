import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { SECTIONS } from './pages.mjs'
import { addressOf, escapeHtml, renderPage } from './render.mjs'

const OWN = path.resolve(import.meta.dirname)
/** Every page of the navigation, in its order. */
const ORDER = SECTIONS.flatMap(({ pages }) => pages)
/** Longest part of a section that the search reads. */
const MAX_SEARCHED = 1500

/**
 * Writes the guide as static pages: no script within them, so that the policy of the app holds. `references` are pages that are
 * not files: Markdown by name.
 */
export function writeSite(root, target, references = {}) {
  const docs = path.join(root, 'docs')
  const files = [
    '../README.md',
    '../CHANGELOG.md',
    '../CONTRIBUTING.md',
    ...readdirSync(docs, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
  ].filter((name) => /\.(md|webp|svg)$/.test(name))
  files.push(...Object.keys(references))
  const known = new Set(files)
  const has = (name) => known.has(name)
  rmSync(target, { recursive: true, force: true })
  const search = []
  for (const file of files) {
    const to = path.join(target, addressOf(file))
    mkdirSync(path.dirname(to), { recursive: true })
    if (/\.(webp|svg)$/.test(file)) {
      cpSync(path.join(docs, file), to)
      continue
    }
    const page = renderPage(file, references[file] ?? readFileSync(path.join(docs, file), 'utf8'), has)
    writeFileSync(to, pageOf(file, page))
    search.push(...entriesOf(file, page))
  }
  // a script, as a page from a file may load no JSON
  writeFileSync(path.join(target, 'search.js'), `globalThis.searchEntries = ${JSON.stringify(search)}\n`)
  for (const name of ['guide.css', 'guide.js']) cpSync(path.join(OWN, name), path.join(target, name))
  return { pages: files.filter((name) => name.endsWith('.md')).length, entries: search.length }
}

function pageOf(file, { body, title }) {
  const up = path.posix.relative(path.posix.dirname(addressOf(file)), '') || '.'
  const links = SECTIONS.map(
    ({ title: section, pages }) => `<p>${section}</p>
<ul>
${pages
  .map(
    ([page, label]) =>
      `<li><a href="${up}/${addressOf(page)}"${page === file ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  .join('\n')}
</ul>`,
  ).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>${title} - Halyard guide</title>
<link rel="icon" href="data:," />
<link rel="stylesheet" href="${up}/guide.css" />
<script src="${up}/guide.js" defer></script>
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Guide">
<a class="home" href="${up}/index.html">Halyard guide</a>
<search><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" aria-controls="found" /></search>
<ul id="found" aria-label="Results" hidden></ul>
<p id="count" role="status"></p>
${links}
</nav>
<main id="content" tabindex="-1">
${body}${stepsOf(file, up)}
</main>
</body>
</html>
`
}

/** Links to the pages before and after a page of the navigation. */
function stepsOf(file, up) {
  const at = ORDER.findIndex(([page]) => page === file)
  if (at === -1) return ''
  const linkTo = (page, rel, word) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${up}/${addressOf(page[0])}"><span>${word}</span> ${escapeHtml(page[1])}</a>`
  return `
<nav class="steps" aria-label="Pages beside this one">
${linkTo(ORDER[at - 1], 'prev', 'Previous')}
${linkTo(ORDER[at + 1], 'next', 'Next')}
</nav>`
}

/** Sections of a page, for the search. */
function entriesOf(file, { body, headings, title }) {
  const address = addressOf(file)
  const parts = body.split(/(?=<h[1-6] id=")/)
  return parts.flatMap((part) => {
    const id = /^<h[1-6] id="([^"]*)"/.exec(part)?.[1]
    const heading = headings.find((one) => one.id === id)
    if (!heading) return []
    const text = part
      .replaceAll(/<h[1-6][^>]*>.*<\/h[1-6]>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    return [
      { address: `${address}#${id}`, title, heading: heading.text, text: text.trim().slice(0, MAX_SEARCHED) },
    ]
  })
}
