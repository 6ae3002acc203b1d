import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { z } from 'zod'

import { messageOf } from '#shared/errors/message-of.ts'
import { isRecord } from '#shared/own-value.ts'
import { SavedFile } from '#runtime/file-watch.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'
import { DEFAULT_ENVIRONMENT } from '#domains/access/api-tokens/issue-token.ts'
import {
  notForSdks,
  readAnswer,
  UpstreamError,
  UpstreamFlag,
  type AnswerSource,
  type Polled,
  type UpstreamAnswer,
} from './upstream-answer.ts'
import { readTokenParts, type UpstreamScope } from './upstream-scope.ts'

/** As much as an upstream may answer. */
const MAX_BYTES = 256 * 1024 * 1024

/** Flag of the simple form. */
const SimpleFlag = z.object({ enabled: z.boolean(), variant: z.string().min(1).max(255).nullish() })

interface Held {
  etag: string
  answer: UpstreamAnswer
  /** True for the form that knows no projects. */
  isSimple: boolean
}

interface Options {
  tokens: readonly string[]
  /** True if it is not read again. */
  readsOnce?: boolean
}

/** Address of a file, as a mirror shows it. */
export const fileUrl = (file: string): string => pathToFileURL(path.resolve(file)).href

/**
 * Source of a mirror that is a file: an answer for SDKs, as `/api/client/features` has it, or the simple form
 * `{"flag": {"enabled": true, "variant": "a"}}`. Each save is read, once nobody writes any more.
 */
export class FileSource implements AnswerSource {
  readonly url: string
  readonly #file: SavedFile
  readonly #readsOnce: boolean
  /** Project of the simple form: that of the tokens. */
  readonly #project: string
  #held: Held | undefined
  #problem: UpstreamError | undefined

  constructor(file: string, { tokens, readsOnce = false }: Options) {
    this.url = fileUrl(file)
    this.#file = new SavedFile(path.resolve(file))
    this.#readsOnce = readsOnce
    this.#project = tokens.map(projectOf).find((project) => project !== '*') ?? 'default'
  }

  readonly look = async (): Promise<void> => {
    if (this.#readsOnce && this.#held) return
    const stamp = await this.#file.look()
    if (stamp === null) return
    try {
      if (stamp === undefined) throw new UpstreamError(`There is no file ${this.#file.path}.`)
      this.#held = { etag: stamp, ...(await this.#read()) }
      this.#problem = undefined
    } catch (error) {
      this.#problem =
        error instanceof UpstreamError
          ? error
          : new UpstreamError(`The file ${this.#file.path} cannot be read: ${messageOf(error)}`)
    }
  }

  async scopeOf(token: string): Promise<UpstreamScope> {
    const environment = readTokenParts(token)?.environment ?? DEFAULT_ENVIRONMENT
    return {
      environment: environment === '*' ? DEFAULT_ENVIRONMENT : environment,
      projects: [projectOf(token)],
    }
  }

  async poll(token: string, etag: string | null): Promise<Polled> {
    if (this.#problem) throw this.#problem
    if (!this.#held) throw new UpstreamError(`The file ${this.#file.path} was not read yet.`)
    const { etag: stamp, answer, isSimple } = this.#held
    const project = projectOf(token)
    if (isSimple && project !== '*' && project !== this.#project)
      throw new UpstreamError(
        `The simple form of the file has no projects: a token for ${project} beside one for ${this.#project} gets no flags. Use tokens that begin with *: or with one project.`,
      )
    if (stamp === etag) return { kind: 'unchanged' }
    const features = project === '*' ? answer.features : answer.features.filter((flag) => isOf(flag, project))
    return { kind: 'changed', etag: stamp, answer: { ...answer, features } }
  }

  async #read(): Promise<Omit<Held, 'etag'>> {
    const { path: file } = this.#file
    const { size } = await stat(file)
    if (size > MAX_BYTES) throw new UpstreamError(`The file ${file} has more than ${MAX_BYTES} bytes.`)
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
    const value = await parseInSteps(text).catch((error: unknown) => {
      throw new UpstreamError(`The file ${file} is not JSON: ${messageOf(error)}`)
    })
    const refuse = (error: unknown) => notForSdks(error, `The file ${file} has no flags for SDKs`)
    if (!isRecord(value)) throw new UpstreamError(`The file ${file} has to hold an object.`)
    if (Array.isArray(value['features']))
      return { answer: await readAnswer(value).catch(refuse), isSimple: false }
    const features = await mapInSteps(Object.entries(value), ([name, one]) =>
      toFlag(name, one, this.#project),
    ).catch(refuse)
    return { answer: { features, segments: [] }, isSimple: true }
  }
}

/** Project of a token; `*`: all. */
function projectOf(token: string): string {
  const project = readTokenParts(token)?.project ?? '*'
  return project === '' || project === '[]' ? '*' : project
}

const isOf = (flag: UpstreamFlag, project: string) => (flag.project ?? 'default') === project

/** Flag that is on for everybody, with its one variant. Throws ZodError with the path of what is wrong. */
function toFlag(name: string, value: unknown, project: string): UpstreamFlag {
  const parsed = SimpleFlag.safeParse(value)
  if (!parsed.success)
    throw new z.ZodError(parsed.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })))
  const { enabled, variant } = parsed.data
  const variants = variant
    ? [{ name: variant, weight: 1000, weightType: 'variable', stickiness: 'default' }]
    : []
  return UpstreamFlag.parse({ name, enabled, project, strategies: [{ name: 'default' }], variants })
}
