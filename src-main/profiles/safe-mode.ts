import {
  readOnlyRefusal,
  SAFE_MODES,
  type SafeModeSettings,
  type SafeModeState,
} from '#shared/desktop/safe-mode.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import { systemClock, type Clock } from '#kernel/clock.ts'
import type { ProfileConnection } from './connection.ts'
import type { ProfileStore, StoredProfile } from './profile-store.ts'
import { failureOf } from './remote-failure.ts'

/** Pause between two looks at who idles, while changes are allowed anywhere. */
const LOOK_MS = 1000
/** Windows hear of activity this often, and within the last minute of a permission at each look. */
const TELL_MS = 5000
const MINUTE_MS = 60_000

/** Moment on both clocks: the wall clock goes on while the computer sleeps, the other one is never put back. */
interface Moment {
  wall: number
  elapsed: number
}

interface Permission {
  activeAt: Moment
  /** Moment of activity that the windows know of. */
  told: Moment
}

interface Options {
  store: ProfileStore
  clock?: Clock | undefined
}

/**
 * Safe mode of the profiles. Their windows only read until somebody allows changes by typing the name of the profile, and again
 * after idling. It guards each connection of the app, whoever asks: a page, or the app itself.
 */
export class SafeMode {
  readonly #store: ProfileStore
  readonly #clock: Clock
  readonly #permissions = new Map<ProfileId, Permission>()
  #onChange: () => void = () => {}
  #looking: ReturnType<typeof setInterval> | undefined

  constructor({ store, clock = systemClock }: Options) {
    this.#store = store
    this.#clock = clock
    for (const profile of store.all) this.#resume(profile)
  }

  /** Sets the function that is called when a permission begins or ends, or lasts longer than its window knows. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  stateOf({ id, safeMode, idleMinutes }: StoredProfile): SafeModeState {
    const settings = { safeMode, idleMinutes }
    if (safeMode === 'off') return { ...settings, allowsChanges: true, readOnlyAt: null }
    const permission = this.#permissions.get(id)
    const left = permission === undefined ? 0 : this.#leftOf(permission, idleMinutes)
    if (left <= 0) return { ...settings, allowsChanges: false, readOnlyAt: null }
    const readOnlyAt = left === Infinity ? null : this.#clock.now().getTime() + left
    return { ...settings, allowsChanges: true, readOnlyAt }
  }

  /** Explains why nothing may be changed at the instance of a profile; undefined: it may. */
  refusalOf(id: ProfileId): string | undefined {
    const profile = this.#store.find(id)
    return profile === undefined || this.stateOf(profile).allowsChanges
      ? undefined
      : readOnlyRefusal(profile.name)
  }

  /** Throws OperationDeniedError while nothing may be changed at the instance of a profile. */
  requireChanges(id: ProfileId): void {
    const refusal = this.refusalOf(id)
    if (refusal !== undefined) throw new AppError('OperationDeniedError', refusal)
  }

  /** Allows changes to a person who typed the name of the profile. Throws an AppError if it is another name. */
  allow(profile: StoredProfile, typed: string): void {
    if (typed !== profile.name) throw invalid('typed', `Type the name of the instance: ${profile.name}.`)
    const now = this.#now()
    this.#permissions.set(profile.id, { activeAt: now, told: now })
    try {
      this.#write(profile.id)
    } catch (error) {
      this.#permissions.delete(profile.id)
      throw error
    }
    this.#lookWhileAllowed()
    this.#onChange()
  }

  /** Makes a profile read-only at once. */
  lock(id: ProfileId): void {
    if (!this.#permissions.delete(id)) return
    this.#lookWhileAllowed()
    this.#onChange()
    this.#write(id)
  }

  /** Notes that somebody works in a window of a profile, or changes something there. */
  noteActivity(id: ProfileId): void {
    const permission = this.#permissions.get(id)
    // a permission that has run out is not brought back
    if (permission !== undefined && this.refusalOf(id) === undefined) permission.activeAt = this.#now()
  }

  /**
   * Prepares for other settings: less protection needs a permission, and more ends it. Throws an AppError that names the field at
   * fault.
   */
  prepareFor(profile: StoredProfile, { safeMode }: SafeModeSettings): void {
    // a longer pause does not bring back a permission that has run out
    this.look()
    const more = SAFE_MODES.indexOf(safeMode) - SAFE_MODES.indexOf(profile.safeMode)
    if (more < 0 && this.refusalOf(profile.id) !== undefined)
      throw invalid('safeMode', `${profile.name} is read-only. Allow changes first, to protect it less.`)
    if (more > 0) this.lock(profile.id)
  }

  /** Guards the connection of a profile: what could change something is refused before it is sent or performed. */
  guard(id: ProfileId, connection: ProfileConnection): ProfileConnection {
    // the list of all operations; the first window does not wait for it
    const calls = import('./reading-calls.ts')
    const answer: ProfileConnection['answer'] = async (call) => {
      const { isReadingCall } = await calls
      if (isReadingCall(call.path)) return connection.answer(call)
      try {
        this.requireChanges(id)
      } catch (error) {
        throw error instanceof AppError ? failureOf(error) : error
      }
      this.noteActivity(id)
      return connection.answer(call)
    }
    return new Proxy(connection, {
      get: (target, name): unknown => (name === 'answer' ? answer : Reflect.get(target, name)),
    })
  }

  /** Ends permissions of whom idles, and tells the windows of those that last longer. */
  look(): void {
    for (const [id, permission] of this.#permissions) {
      const profile = this.#store.find(id)
      if (profile === undefined || this.#leftOf(permission, profile.idleMinutes) <= 0) this.#end(id)
      else if (this.#isNews(permission, profile.idleMinutes)) {
        permission.told = permission.activeAt
        this.#onChange()
      }
    }
    this.#lookWhileAllowed()
  }

  /** Notes how far permissions have run, for the next start of the app. */
  close(): void {
    clearInterval(this.#looking)
    for (const id of this.#permissions.keys()) this.#tryToWrite(id)
  }

  /** Continues a permission of the last time that the app ran. Those of production end with the app. */
  #resume({ id, safeMode, idleMinutes }: StoredProfile): void {
    const allowedAt = this.#store.allowedAt(id)
    if (allowedAt === undefined) return
    const { wall, elapsed } = this.#now()
    const ago = Math.max(0, wall - Date.parse(allowedAt))
    const activeAt = { wall: wall - ago, elapsed: elapsed - ago }
    const permission = { activeAt, told: activeAt }
    if (safeMode === 'on' && this.#leftOf(permission, idleMinutes) > 0) {
      this.#permissions.set(id, permission)
      this.#lookWhileAllowed()
    } else this.#tryToWrite(id)
  }

  #end(id: ProfileId): void {
    this.#permissions.delete(id)
    this.#onChange()
    this.#tryToWrite(id)
  }

  #isNews({ activeAt, told }: Permission, idleMinutes: number): boolean {
    if (activeAt.elapsed <= told.elapsed) return false
    return (
      activeAt.elapsed - told.elapsed >= TELL_MS || this.#leftOf({ activeAt: told }, idleMinutes) < MINUTE_MS
    )
  }

  /** Milliseconds until a permission ends by idling. */
  #leftOf({ activeAt }: Pick<Permission, 'activeAt'>, idleMinutes: number): number {
    if (idleMinutes === 0) return Infinity
    const { wall, elapsed } = this.#now()
    return idleMinutes * MINUTE_MS - Math.max(wall - activeAt.wall, elapsed - activeAt.elapsed)
  }

  #now(): Moment {
    return { wall: this.#clock.now().getTime(), elapsed: this.#clock.elapsed() }
  }

  /** Writes the permission of a profile, unless it ends with the app. Throws the system's error if it cannot be written. */
  #write(id: ProfileId): void {
    const isKept = this.#store.find(id)?.safeMode === 'on'
    const permission = isKept ? this.#permissions.get(id) : undefined
    this.#store.noteAllowed(id, permission && new Date(permission.activeAt.wall).toISOString())
  }

  #tryToWrite(id: ProfileId): void {
    try {
      this.#write(id)
    } catch {
      // a full disk keeps nobody from locking, and the app from closing
    }
  }

  #lookWhileAllowed(): void {
    if (this.#permissions.size === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
    } else this.#looking ??= setInterval(() => this.look(), LOOK_MS).unref()
  }
}

const invalid = (field: string, message: string) =>
  new AppError('BadDataError', message, { details: [detail(message, `/body/${field}`)] })
