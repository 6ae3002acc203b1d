import type { NoticeKind } from '#shared/desktop/app-settings.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import { unpackAnswer } from '#shared/rpc/rpc-transformer.ts'
import type { Logger } from '#kernel/logger.ts'
import type { RpcResponder } from '#transport/rpc/responder.ts'
import { NOTICE_SOURCES, type NoticeFinding, type NoticeSource } from './notice-sources.ts'

/** Notification as the system shows it. */
export interface Notice {
  title: string
  body: string
  onClick: () => void
}

/** Instance that is watched. */
export interface Watched {
  id: ProfileId
  /** Name in the title; absent where there is only one profile. */
  name?: string
  responder: RpcResponder
}

interface Options {
  watched: () => readonly Watched[]
  isOn: (kind: NoticeKind) => boolean
  /** True while a focused window of the profile shows the page, or one below it. */
  isLookedAt: (id: ProfileId, page: string) => boolean
  /** Shows a notification. Returns the function that takes it off the screen. */
  show: (notice: Notice) => () => void
  openPage: (id: ProfileId, page: string) => void
  logger: Pick<Logger, 'debug'>
}

/** Pause between two looks. Nobody waits for a notification, and an instance elsewhere is asked over the network. */
const PAUSE_MS = 15_000
const TIMEOUT_MS = 10_000
/** Ids of findings that are remembered for each kind. */
const MAX_KNOWN = 1000

/** Findings of one kind in one profile. */
interface Memory {
  known: Set<string>
  /** Findings that nobody has looked at since they were notified of. */
  unseen: NoticeFinding[]
  hide: () => void
}

/**
 * Notifies of new findings in the profiles that are open. What was there at the first look is not news. Each kind of a profile
 * has one notification at most: further findings replace it and are counted.
 */
export class NoticeWatch {
  readonly #options: Options
  readonly #memories = new Map<ProfileId, Map<NoticeKind, Memory>>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isLooking = false
  #looksAgain = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), PAUSE_MS)
    this.#timer.unref()
    void this.look()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const id of this.#memories.keys()) this.forget(id)
  }

  /** Begins anew with a profile, whose windows are another person's now. */
  forget(id: ProfileId): void {
    for (const { hide } of this.#memories.get(id)?.values() ?? []) hide()
    this.#memories.delete(id)
  }

  /** Looks at all profiles once, or once more where it is looking already. An instance that does not answer is left out. */
  async look(): Promise<void> {
    this.#looksAgain = this.#isLooking
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      do {
        this.#looksAgain = false
        const watched = this.#options.watched()
        for (const id of this.#memories.keys()) if (!watched.some((one) => one.id === id)) this.forget(id)
        await Promise.all(watched.map((one) => this.#lookAt(one)))
      } while (this.#looksAgain)
    } finally {
      this.#isLooking = false
    }
  }

  async #lookAt(watched: Watched): Promise<void> {
    for (const source of NOTICE_SOURCES) {
      if (!this.#options.isOn(source.kind)) {
        this.#memories.get(watched.id)?.get(source.kind)?.hide()
        this.#memories.get(watched.id)?.delete(source.kind)
        continue
      }
      try {
        this.#compare(watched, source, await read(watched, source))
      } catch (error) {
        this.#options.logger.debug(
          { err: error, profile: watched.id, kind: source.kind },
          'no news for notifications',
        )
      }
    }
  }

  #compare(watched: Watched, source: NoticeSource, found: readonly NoticeFinding[]): void {
    const memories = this.#memories.get(watched.id) ?? new Map<NoticeKind, Memory>()
    this.#memories.set(watched.id, memories)
    const memory = memories.get(source.kind)
    const known = new Set(found.map(({ id }) => id))
    if (!memory) return void memories.set(source.kind, { known, unseen: [], hide: () => {} })
    const news = found.filter(({ id }) => !memory.known.has(id))
    const isWhole = found.length < source.cut
    if (isWhole) memory.unseen = memory.unseen.filter(({ id }) => known.has(id))
    // a finding that a cut list leaves out may come back, and is no news then
    else for (const id of memory.known) if (known.size < MAX_KNOWN) known.add(id)
    memory.known = known
    const isSeen = this.#options.isLookedAt(watched.id, source.page)
    if (isSeen || memory.unseen.length + news.length === 0) return this.#settle(memory)
    if (news.length === 0) return
    memory.unseen = [...memory.unseen, ...news].slice(-MAX_KNOWN)
    memory.hide()
    memory.hide = this.#options.show(this.#noticeOf(watched, source, memory))
  }

  #noticeOf({ id, name }: Watched, { title, page, many }: NoticeSource, memory: Memory): Notice {
    const { unseen } = memory
    const [only] = unseen
    const isOne = unseen.length === 1 && only !== undefined
    return {
      title: name === undefined ? title : `${title} - ${name}`,
      body: isOne ? only.words : many(unseen.length),
      onClick: () => {
        this.#settle(memory)
        this.#options.openPage(id, isOne ? only.page : page)
      },
    }
  }

  #settle(memory: Memory): void {
    memory.unseen = []
    memory.hide()
    memory.hide = () => {}
  }
}

async function read({ responder }: Watched, { path, input, read: readAnswer }: NoticeSource) {
  const answer = await responder.answer({
    path,
    type: 'query',
    input,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return readAnswer(unpackAnswer(answer))
}
