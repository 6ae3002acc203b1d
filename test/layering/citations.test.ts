import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { GROUPS, readGroup } from '../conformance/recorded/exchange.ts'
import { root } from '#support/runner/root.ts'

/** Everything that is cited in docs, comments and texts is in the repository. */

const TEXT = /\.(ts|mts|mjs|cjs|js|svelte|md|css|html|sh|ya?ml)$/
/** Written for one moment, and kept as it was. */
const HISTORY = ['CHANGELOG.md', 'docs/plan.md']
/** Names of files that the service writes. */
const WRITTEN = /^upgrade-(report|checklist)/
/** A Markdown file, named with its folder or without. */
const NAMED = /(?<![\w./-])[\w./-]*[\w-]\.md(?![\w-])/g
const BY_NUMBER = /\bexchanges?[ \n*/]+\d/i

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => TEXT.test(file) && !HISTORY.includes(file) && existsSync(path.join(root, file)))
const texts = new Map(tracked.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const))

/** A text as one line: a citation may go on behind the line break of a comment. */
const joined = (text: string) => text.replaceAll(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ')

/** The anchors of a Markdown file: those of its headings, and explicit ones. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...explicit])
}

const slugOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Tells whether a file is there under its name: from the root, from docs, or beside the one that names it. */
const isThere = (from: string, name: string) =>
  ['', 'docs', path.posix.dirname(from)].some((folder) => existsSync(path.join(root, folder, name)))

/** Tells what is wrong with a reference from a file to a path with an optional anchor. */
function problemOf(from: string, reference: string): string[] {
  const [target = '', anchor] = reference.split('#')
  const file = target === '' ? from : path.posix.normalize(target)
  if (!existsSync(path.join(root, file))) return [`${from}: ${reference} is not there`]
  if (anchor === undefined || !statSync(path.join(root, file)).isFile() || !file.endsWith('.md')) return []
  return anchorsOf(file).has(anchor) ? [] : [`${from}: ${reference} has no such anchor`]
}

const eachMatch = (pattern: RegExp, problems: (file: string, match: RegExpMatchArray) => string[]) =>
  [...texts].flatMap(([file, text]) =>
    [...joined(text).matchAll(pattern)].flatMap((match) => problems(file, match)),
  )

describe('a citation', () => {
  it('names no file outside of the repository', () => {
    const outside = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(NAMED)]
        .map(([name]) => name)
        .filter((name) => !WRITTEN.test(name) && !isThere(file, name))
        .map((name) => `${file}: ${name}`),
    )
    expect(outside).toEqual([])
  })

  it('names an existing file and anchor', () => {
    const links = [...texts]
      .filter(([file]) => file.endsWith('.md'))
      .flatMap(([file, text]) =>
        [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !/^(https?:|mailto:|#$)/.test(target))
          .flatMap((target) =>
            problemOf(
              file,
              target.startsWith('#') ? target : path.posix.join(path.posix.dirname(file), target),
            ),
          ),
      )
    expect(links).toEqual([])
  })

  it('names an existing page of docs', () => {
    const pattern = /\bdocs\/[\w./-]+?\.md(?:#[a-z0-9-]+)?/g
    expect(eachMatch(pattern, (file, [reference]) => problemOf(file, reference))).toEqual([])
  })

  it('names an existing decision record', () => {
    const numbers = new Set(tracked.map((file) => /^docs\/adr\/(\d{4})-/.exec(file)?.[1]))
    const pattern = /\bADR (\d{1,4})\b/g
    const missing = eachMatch(pattern, (file, [text, number = '']) =>
      numbers.has(number.padStart(4, '0')) ? [] : [`${file}: ${text}`],
    )
    expect(missing).toEqual([])
  })

  it('finds each decision record in the list, and in one form with a date', () => {
    const files = tracked.filter((file) => /^docs\/adr\/\d{4}-/.test(file)).toSorted()
    const rows = files.map((file) => {
      const text = texts.get(file) ?? ''
      expect(text, file).toMatch(
        /^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\n\n\*\*Background\.\*\* [^]*^\*\*Decision\.\*\*/m,
      )
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      expect(path.basename(file)).toMatch(new RegExp(`^${number?.padStart(4, '0')}-`))
      return `| ${number} | [${title}](${path.basename(file)}) |`
    })
    const list = texts.get('docs/adr/README.md') ?? ''
    expect(list.split('\n').filter((line) => /^\| \d+ /.test(line))).toEqual(rows)
  })

  it('names a recorded exchange', () => {
    const known = new Set(
      GROUPS.flatMap((group) => [`${group}/*`, ...readGroup(group).map(({ name }) => `${group}/${name}`)]),
    )
    const pattern = /\brecorded exchanges? ((?:(?:, | and )?`?[a-z-]+\/(?:\*|[a-z0-9-]+)`?)+)/gi
    const named = eachMatch(pattern, (file, [, list = '']) =>
      [...list.matchAll(/[a-z-]+\/(?:\*|[a-z0-9-]+)/g)].map(([name]) => `${file}: ${name}`),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((one) => !known.has(one.slice(one.indexOf(': ') + 2)))).toEqual([])
    expect([...texts].filter(([, text]) => BY_NUMBER.test(text)).map(([file]) => file)).toEqual([])
  })

  it('has an anchor for each rule of the contract', () => {
    for (const file of tracked.filter((one) => one.startsWith('docs/contract/'))) {
      const text = texts.get(file) ?? ''
      const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)
      const slugs = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => slugOf(heading))
      expect(new Set([...ids, ...slugs]).size, file).toBe(ids.length + slugs.length)
    }
  })

  it('names a served operation, where it has a whole path', () => {
    const template = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '{}')
    const served = new Set([
      // the page, not the operation of that name
      'GET /logout',
      ...[...OPERATIONS, ...FORMER_OPERATIONS].map((one) => `${one.method} ${template(one.path)}`),
    ])
    const pattern =
      /\b((?:(?:, | and )?(?:GET|POST|PUT|PATCH|DELETE))+) `?(\/(?:api|auth|edge|invite|health|ready|logout)[\w/{}.-]*[\w}])/g
    const named = [...texts]
      .filter(([file]) => file.startsWith('docs/contract/'))
      .flatMap(([file, text]) =>
        text
          .split(/^## /m)
          .filter((section) => !/^Not served/m.test(section))
          .flatMap((section) => [...section.matchAll(pattern)])
          .flatMap(([, methods = '', at = '']) =>
            (methods.match(/[A-Z]+/g) ?? []).map((method) => ({
              file,
              operation: `${method} ${template(at)}`,
            })),
          ),
      )
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter(({ operation }) => !served.has(operation))).toEqual([])
  })
})
