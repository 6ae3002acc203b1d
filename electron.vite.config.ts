import path from 'node:path'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

// The oldest runtimes that must run the build: Node 20.18 headless, and the Electron 33 of machines
// that reach only the npm registry (ADR 0003). Left out, electron-vite targets the installed Electron.
const NODE = 'node20.18'
const CHROME = 'chrome130'

export default defineConfig({
  main: {
    build: {
      target: NODE,
      externalizeDeps: false, // everything goes into the bundle: the app needs no node_modules
      rolldownOptions: { input: { main: 'src-main/main.ts', cli: 'src-main/cli.ts' } },
    },
  },
  preload: {
    build: {
      target: NODE,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-main/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }, // a sandboxed preload can't be ESM
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      target: CHROME,
      minify: true, // electron-vite does not by default: a third of the size to read and parse at each start
      outDir: 'out/renderer',
      // absolute, or the dev server's dependency scan fails
      rolldownOptions: { input: path.resolve(import.meta.dirname, 'src-renderer/index.html') },
    },
    plugins: [svelte({ configFile: '../svelte.config.js' })],
  },
})
