// `npm run docs -- --pictures`: takes the pictures of the guide anew, from a build and with a browser. Commit them.
// `npm run docs`: writes the guide as static pages into out/docs, and beside the built pages of the window, which serve it below
// /help/. A build calls it with `--built`: then only the latter, and nothing where its library is not installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname, '..')
const isBuild = process.argv.includes('--built')
const cli = path.join(root, 'out/main/cli.js')
const renderer = path.join(root, 'out/renderer')

/** Prints a reference with the built command line, which knows its commands and the contract. */
function referenceOf(name) {
  const { status, stdout } = spawnSync(process.execPath, [cli, 'reference', name], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`halyard reference ${name} failed`)
  return stdout
}

if (isBuild && !existsSync(path.join(root, 'node_modules/marked')))
  console.error('The guide is not built: run `npm ci`.')
else {
  if (process.argv.includes('--pictures')) {
    const { takePictures } = await import('./docs/pictures.mjs')
    await takePictures(root)
  }
  // a build calls this script itself, once the pages are there
  if (!isBuild && !existsSync(cli)) spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' })
  const { writeSite } = await import('./docs/site.mjs')
  const references = { 'reference-cli': referenceOf('cli'), 'reference-http': referenceOf('http') }
  if (existsSync(renderer)) writeSite(root, path.join(renderer, 'help'), references)
  if (!isBuild) {
    const target = path.join(root, 'out/docs')
    const { pages } = writeSite(root, target, references)
    console.log(`${pages} pages in ${target}`)
  }
}
