import path from 'node:path'

import { Marked } from 'marked'

const COMMENT = /^<!--/
/** Anchor of a rule of the contract. */
const ANCHOR = /^(?:<a id="[\w-]+">|<\/a>)$/

/** Anchor of a heading, as GitHub makes it: links within docs/ are written for both. */
export const slugOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Address of a page of the site, for its Markdown file relative to docs/. */
export const addressOf = (file) =>
  file
    .replace(/^\.\.\//, '')
    .replace(/\.md$|^(reference-\w+)$/, '$1.html')
    .replace(/(^|\/)README\.html$/, '$1index.html')

/**
 * Renders a Markdown file. `has` tells whether a file relative to docs/ is part of the site: a link to any other file of the
 * repository becomes plain text, since a reader of the site does not have it.
 */
export function renderPage(file, text, has) {
  const headings = []
  const taken = new Map()
  const here = path.posix.dirname(addressOf(file))
  const relative = (target) => path.posix.relative(here, target)
  /** Address of a link's target from here; undefined: it is not part of the site. */
  const targetOf = (href) => {
    if (/^(https?:|mailto:|#)/.test(href)) return href
    const [name = '', anchor] = href.split('#')
    // files above docs/ name those below it from there
    const target = path.posix
      .normalize(path.posix.join(path.posix.dirname(file), name))
      .replace(/^\.\.\/docs\//, '')
    if (!has(target)) return undefined
    return relative(addressOf(target)) + (anchor === undefined ? '' : `#${anchor}`)
  }
  const marked = new Marked({
    gfm: true,
    renderer: {
      // raw HTML of a document is text, but for anchors: only what this file writes is markup
      html: ({ text: raw }) => (COMMENT.test(raw) ? '' : ANCHOR.test(raw) ? raw : escapeHtml(raw)),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens)
        const slug = slugOf(inner)
        const before = taken.get(slug) ?? 0
        taken.set(slug, before + 1)
        const id = before === 0 ? slug : `${slug}-${before}`
        headings.push({ id, depth, text: inner.replaceAll(/<[^>]*>/g, '') })
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const target = targetOf(href)
        if (target === undefined) return inner
        const outside = /^https?:/.test(target) ? ' rel="noopener noreferrer" target="_blank"' : ''
        return `<a href="${escapeHtml(target)}"${outside}>${inner}</a>`
      },
      image({ href, text: alt }) {
        const target = targetOf(href)
        if (target === undefined) return ''
        const picture = `<img src="${escapeHtml(target)}" alt="${escapeHtml(alt)}" />`
        const dark = targetOf(href.replace(/\.webp$/, '-dark.webp'))
        if (dark === undefined || dark === target) return picture
        return `<picture><source srcset="${escapeHtml(dark)}" media="(prefers-color-scheme: dark)" />${picture}</picture>`
      },
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
    },
  })
  // a table is as wide as it needs, and scrolls by itself
  const body = marked
    .parse(text)
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
  return { body, headings, title: headings[0]?.text ?? file }
}
