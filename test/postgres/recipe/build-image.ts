import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '#support/runner/root.ts'

/** Outcome of the last stage of a Dockerfile. */
export interface Image {
  folder: string
  env: Record<string, string>
  command: string[]
}

interface Stage extends Image {
  /** Folder that stands for `/` of the container. */
  base: string
}

/**
 * Does what a Dockerfile says, in folders in place of containers: the Node of its images must be the one that runs. Nothing
 * is isolated, and the packages of the images are not there. `built`: a folder that was made so before.
 */
export function buildImage(file: string, into: string, built?: string): Image {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const line of linesOf(readFileSync(file, 'utf8'))) {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    const [first = '', second = '', third = '', fourth = ''] = rest.split(' ')
    if (instruction === 'FROM') {
      requireNode(first)
      const base = path.join(into, `stage-${stages.size}`)
      mkdirSync(base)
      stage = { base, folder: base, env: {}, command: [] }
      stages.set(third === '' ? String(stages.size) : third, stage)
      if (second !== '' && second !== 'AS') throw new Error(line)
      continue
    }
    if (!stage) throw new Error(`${line}: before FROM`)
    switch (instruction) {
      case 'WORKDIR':
        stage.folder = path.join(stage.base, first)
        mkdirSync(stage.folder, { recursive: true })
        break
      case 'COPY': {
        const from = /^--from=(\w+)$/.exec(first)?.[1]
        if (built !== undefined) stage.folder = built
        else if (from === undefined) copyRepository(stage.folder, rest)
        else {
          const source = path.join(stages.get(from)?.base ?? `no stage ${from}`, second)
          cpSync(source, path.join(stage.folder, third, third.endsWith('/') ? path.basename(source) : ''), {
            recursive: true,
          })
        }
        if (fourth !== '') throw new Error(line)
        break
      }
      case 'RUN':
        if (built === undefined) run('sh', ['-c', rest], stage.folder)
        break
      case 'ENV':
        for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) stage.env[name] = value
        break
      case 'ENTRYPOINT':
      case 'CMD':
        // the entrypoint stands first in the file, as in what is run
        stage.command.push(...(JSON.parse(rest) as string[]))
        break
      case 'USER':
      case 'EXPOSE':
        break
      default:
        throw new Error(`${line}: not known here`)
    }
  }
  if (!stage) throw new Error('no FROM')
  return stage
}

const linesOf = (text: string) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

function requireNode(image: string): void {
  const wanted = /^node:(\d+)-/.exec(image)?.[1]
  if (wanted !== process.versions.node.split('.')[0])
    throw new Error(`${image} is not Node ${process.version}: run this with that Node`)
}

/** Lists the files of a build: all that git knows, but those that .dockerignore names. */
function copyRepository(to: string, what: string): void {
  if (what !== '. .') throw new Error(`COPY ${what}: not known here`)
  run('sh', ['-c', `git archive HEAD | tar x -C '${to}'`], root)
}

function run(command: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
}
