import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

// The oldest runtimes that must run the build: Node 20.18 headless, and the Electron 33 of machines
// that reach only the npm registry (CONTRIBUTING.md#electron). Left out, electron-vite targets the installed Electron.
const NODE = 'node20.18'
const CHROME = 'chrome130'

/** On a slow machine bundling takes long: that is no fault of a plugin, and nothing for the reader of \`npm start\`. */
const checks = { bundlerTimings: false }

/**
 * Writes characters beyond ASCII as escapes. V8 keeps a text with one of them in two bytes for each character, and decodes it
 * slowly: that is the whole bundle, at each start.
 */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_options: unknown, bundle: Record<string, { type: string; code?: string }>) {
    for (const chunk of Object.values(bundle))
      if (chunk.code !== undefined) chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escapeOf)
  },
}
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const IMPORTS = /import(?: ([\w$]+))?,?(?:\{([^}]*)\})? ?from"(node:(?:http|tls))";/g
const MISSED = /from ?"node:(?:http|tls)"/

/**
 * Takes two built-in modules as they are. Importing one reads all its exports, and some load a library when they are read (fetch
 * and WebSocket of node:http) or are made then (the certificates of node:tls).
 */
const plainBuiltIns = {
  name: 'plain-built-ins',
  generateBundle(_options: unknown, bundle: Record<string, { type: string; code?: string }>) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (chunk.code === undefined) continue
      chunk.code = chunk.code.replace(IMPORTS, takeBuiltIn)
      if (MISSED.test(chunk.code)) throw new Error(`${file} imports node:http or node:tls as a whole`)
    }
  },
}
const takeBuiltIn = (_import: string, whole: string | undefined, names: string | undefined, id: string) =>
  [whole, names && `{${names.replaceAll(' as ', ':')}}`]
    .filter(Boolean)
    .map((target) => `const ${target}=process.getBuiltinModule("${id}");`)
    .join('')

/** Modules of libraries that the service never runs, and what stands in their place. */
const UNUSED: readonly [RegExp, string][] = [
  // compilers of JSON schemas that Fastify loads if nobody names others: `NO_SCHEMAS` in src-main/transport/http/server.ts does
  [/@fastify\/(?:ajv|fast-json-stringify)-compiler\//, 'export {}'],
  // types of attached files, and servers of known providers: e-mails have no files, and servers are named (smtp.ts)
  [
    /nodemailer\/dist\/esm\/mime-funcs\/mime-types\.js$/,
    "export const detectMimeType = () => 'application/octet-stream'; export const detectExtension = () => 'bin'",
  ],
  [/nodemailer\/dist\/esm\/well-known\/services\.js$/, 'export const services = {}'],
  // it judges what users type into the forms of an agents' server: ours asks for nothing (agent-server.ts)
  [
    /@modelcontextprotocol\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/,
    "export class AjvJsonSchemaValidator { getValidator() { throw new Error('there are no forms') } }",
  ],
]
const withoutUnused = {
  name: 'without-unused',
  enforce: 'pre' as const,
  load: (id: string) => UNUSED.find(([module]) => module.test(id.replaceAll('\\', '/')))?.[1],
}

/** Writes down the libraries of which a module is in the bundle, for their licences and the bill of materials (scripts/notices.mjs). */
const bundledPackages = (name: string) => ({
  name: 'bundled-packages',
  generateBundle(this: { getModuleIds(): Iterable<string> }) {
    const found = new Set<string>()
    for (const id of this.getModuleIds()) {
      const [, folder] = /[\\/]((?:node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/])+)/.exec(id) ?? []
      if (folder !== undefined) found.add(folder.replaceAll('\\', '/').slice(0, -1))
    }
    const file = path.resolve(import.meta.dirname, `out/bundled/${name}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify([...found].sort(), null, 1)}\n`)
  },
})

/** Writes the guide beside the pages, which serve it below /help/. */
const guide = {
  name: 'guide',
  apply: 'build' as const,
  closeBundle() {
    const script = path.resolve(import.meta.dirname, 'scripts/docs.mjs')
    execFileSync(process.execPath, [script, '--built'], { stdio: 'inherit' })
  },
}

export default defineConfig({
  main: {
    plugins: [withoutUnused, plainBuiltIns, asciiOnly, bundledPackages('main')],
    build: {
      target: NODE,
      externalizeDeps: false, // everything goes into the bundle: the app needs no node_modules
      rolldownOptions: {
        checks,
        input: {
          main: 'src-main/main.ts',
          cli: 'src-main/cli.ts',
          testing: 'src-main/testing.ts',
          worker: 'src-main/workers/worker/worker-process.ts',
          'code-scan': 'src-main/code-references/scan-worker.ts',
        },
        // less to read and to keep in memory at each start; functions keep their names, so that stack traces can be read
        output: {
          minify: {
            compress: true,
            mangle: { toplevel: true, keepNames: true },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  },
  preload: {
    build: {
      target: NODE,
      externalizeDeps: false,
      rolldownOptions: {
        checks,
        input: { index: 'src-main/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }, // a sandboxed preload can't be ESM
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    // an icon of the library imports what draws it
    resolve: {
      alias: [
        {
          find: /^\.\.\/Icon\.svelte$/,
          replacement: path.resolve(import.meta.dirname, 'src-renderer/ui/LucideIcon.svelte'),
        },
      ],
    },
    build: {
      target: CHROME,
      minify: true, // electron-vite does not by default: a third of the size to read and parse at each start
      outDir: 'out/renderer',
      assetsInlineLimit: 0, // the policy forbids fonts within style sheets
      chunkSizeWarningLimit: 1000, // read from the disk, not over a network
      // absolute, or the dev server's dependency scan fails
      rolldownOptions: {
        checks,
        input: path.resolve(import.meta.dirname, 'src-renderer/index.html'),
        output: {
          // four files for a page, not a hundred: what the window begins with, what pages share, and the page
          codeSplitting: {
            groups: [
              { name: 'window', tags: ['$initial'], priority: 1 },
              { name: 'shared', minShareCount: 2 },
            ],
          },
          strictExecutionOrder: true, // a module of these runs when a page imports it
        },
      },
    },
    plugins: [svelte({ configFile: '../svelte.config.js' }), bundledPackages('renderer'), guide],
  },
})
