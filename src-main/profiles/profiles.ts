import path from 'node:path'

import {
  HOME_PROFILE,
  type CopiedFrom,
  type NewProfile,
  type Profile,
  type ProfileChange,
  type ProfileFile,
  type ProfileId,
  type ProfileLook,
  type RemoteCredentials,
} from '#shared/desktop/profiles.ts'
import { USUAL_IDLE_MINUTES, USUAL_SAFE_MODE } from '#shared/desktop/safe-mode.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { ProfileConnection } from './connection.ts'
import { readCopyRecord } from './copy/copy-record.ts'
import { RemoteConnections, withoutProof } from './remote-connections.ts'
import { fromProfileFile, toProfileFile } from './profile-file.ts'
import { newProfileId, type LocalProfile, type ProfileStore, type StoredProfile } from './profile-store.ts'
import { SafeMode } from './safe-mode.ts'
import { Upstreams, type LocalSecrets } from './upstreams.ts'

interface Options {
  store: ProfileStore
  /** The app's folder for the data of local profiles. */
  folder: string
  /** The service that the app starts with. What is asked of it waits until it is open. */
  home: Promise<ProfileConnection>
  /** Opens the service of a local profile in this process, and listens. */
  openLocal: (profile: LocalProfile, secrets: LocalSecrets) => Promise<ProfileConnection>
  outbound: Outbound
  clock?: Clock
  /** Moves a data folder to where the user can get it back. */
  discardFolder: (folder: string) => Promise<void>
}

/** Most profiles that the app keeps. */
const MAX = 100

/** The profiles of the app, and the connections of those that are open. */
export class Profiles {
  readonly #options: Options
  readonly safeMode: SafeMode
  readonly #elsewhere: RemoteConnections
  readonly #upstreams: Upstreams
  readonly #connections = new Map<ProfileId, Promise<ProfileConnection>>()
  readonly #open = new Map<ProfileId, ProfileConnection>()
  #onOpened: (id: ProfileId, connection: ProfileConnection) => void = () => {}

  constructor(options: Options) {
    this.#options = options
    this.#elsewhere = new RemoteConnections(options.store, options.outbound)
    this.#upstreams = new Upstreams(options.store, options.outbound)
    this.safeMode = new SafeMode({ store: options.store, clock: options.clock })
    const home = options.home.then((one) => this.safeMode.guard(HOME_PROFILE, one))
    this.#connections.set(HOME_PROFILE, home)
    home.then(
      (connection) => this.#noteOpened(HOME_PROFILE, connection),
      () => undefined, // whoever opens it hears of it
    )
  }

  /** The profiles, as the windows see them; `current` is the asking window's, `withWindow` those that have one. */
  list(current: ProfileId, withWindow: ReadonlySet<ProfileId>): Profile[] {
    return this.#options.store.all.map((stored) => {
      const { id, name, colour, icon } = stored
      const connection = this.#open.get(id)
      const facts = {
        id,
        name,
        colour,
        icon,
        ...this.safeMode.stateOf(stored),
        isCurrent: id === current,
        isOpen: connection !== undefined,
        hasWindow: withWindow.has(id),
      }
      if (stored.kind !== 'local') {
        const connection = this.#options.store.connections.facts(stored.connection)
        return { ...facts, kind: stored.kind, url: stored.url, ...(connection ? { connection } : {}) }
      }
      return {
        ...facts,
        kind: stored.kind,
        folder: stored.folder,
        port: stored.port,
        url: connection?.url ?? null,
        usesPostgres: stored.databaseUrl !== undefined,
        copiedFrom: this.#copiedFrom(stored.folder),
        mirrorOf: stored.mirror?.url ?? null,
      }
    })
  }

  #copiedFrom(folder: string): CopiedFrom | null {
    const record = readCopyRecord(folder)
    return record ? { ...record.source, copiedAt: record.copiedAt, isWhole: record.isWhole } : null
  }

  /** Sets the function that is called with each profile that is opened, and calls it for those that are open. */
  onOpened(listener: (id: ProfileId, connection: ProfileConnection) => void): void {
    this.#onOpened = listener
    for (const [id, connection] of this.#open) listener(id, connection)
  }

  /** True if there is nothing to tell apart. */
  get isSingle(): boolean {
    return this.#options.store.all.length === 1
  }

  /** The profile whose window was used last. */
  get last(): ProfileId {
    return this.#options.store.last
  }

  /** Throws the system's error if it cannot be written. */
  noteLast(id: ProfileId): void {
    this.#options.store.noteLast(id)
  }

  /** The profiles as they are stored. */
  get all(): readonly StoredProfile[] {
    return this.#options.store.all
  }

  /** The app's folder for the data of local profiles. */
  get folder(): string {
    return this.#options.folder
  }

  has(id: ProfileId): boolean {
    return this.#options.store.find(id) !== undefined
  }

  /** The profile as it is stored. Throws NotFoundError. */
  find(id: ProfileId): StoredProfile {
    const profile = this.#options.store.find(id)
    if (!profile) throw notFound('There is no such instance. It may have been deleted in another window.')
    return profile
  }

  /** Profiles that are open, with their connections. */
  get opened(): { id: ProfileId; connection: ProfileConnection }[] {
    return [...this.#open].map(([id, connection]) => ({ id, connection }))
  }

  /** The connection of a profile that is open. */
  connectionOf(id: ProfileId): ProfileConnection | undefined {
    return this.#open.get(id)
  }

  /** Opens a profile, once. Rejects with what kept it from opening; the next call tries again. */
  open(id: ProfileId): Promise<ProfileConnection> {
    const existing = this.#connections.get(id)
    if (existing) return existing
    const opening = this.#connect(this.find(id)).then((one) => this.safeMode.guard(id, one))
    this.#connections.set(id, opening)
    opening.then(
      (connection) => this.#noteOpened(id, connection),
      () => this.#connections.delete(id),
    )
    return opening
  }

  /** Closes a profile: the service of a local one stops. The first profile stays open as long as the app. */
  async close(id: ProfileId): Promise<void> {
    const connection = this.#connections.get(id)
    if (id === HOME_PROFILE || !connection) return
    this.#connections.delete(id)
    this.#open.delete(id)
    await (await connection.catch(() => undefined))?.close()
  }

  /** Lists in words what closing them would cut short, with the name of the profile where there are several. */
  work(): string[] {
    return this.opened.flatMap(({ id, connection }) => {
      const lines = connection.work?.() ?? []
      return this.isSingle ? lines : lines.map((line) => `${this.find(id).name}: ${line}`)
    })
  }

  /** Says to proxies that the services are about to end, or that they go on after all. */
  drain(isDraining: boolean): void {
    for (const { connection } of this.opened) connection.drain?.(isDraining)
  }

  /** Closes all of them, the first one last. Rejects if one could not be closed; the others are. */
  async closeAll(): Promise<void> {
    this.safeMode.close()
    const others = await Promise.allSettled(
      [...this.#connections.keys()].filter((id) => id !== HOME_PROFILE).map((id) => this.close(id)),
    )
    const home = await this.#options.home.catch(() => undefined)
    await home?.close()
    const failed = others.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Creates a profile. One elsewhere is signed in to first. Throws an AppError that names the field at fault. */
  async create(wanted: NewProfile): Promise<ProfileId> {
    this.#checkName(wanted.name)
    this.#requireRoom()
    const id = newProfileId()
    const { store } = this.#options
    const {
      name,
      colour,
      icon,
      safeMode = USUAL_SAFE_MODE[wanted.kind],
      idleMinutes = USUAL_IDLE_MINUTES,
    } = wanted
    const look = { name, colour, icon, safeMode, idleMinutes }
    if (wanted.kind !== 'local') {
      const { kind, url } = wanted
      const connection = store.connections.change(undefined, wanted.connection)
      const proof = await this.#elsewhere.signIn({ kind, url, connection }, wanted.credentials)
      store.put({ kind, id, ...look, url, ...proof, connection })
      return id
    }
    const { port, databaseUrl, scenario, mirror } = wanted
    const folder = wanted.folder ?? path.join(this.#options.folder, id)
    if (!path.isAbsolute(folder)) throw invalid('folder', 'Enter the whole path of the folder.')
    this.#checkFolder(folder)
    const upstream = mirror && (await this.#upstreams.seal(mirror))
    store.put({
      kind: 'local',
      id,
      ...look,
      folder,
      port,
      ...(databaseUrl === undefined ? {} : { databaseUrl: store.seal(databaseUrl) }),
      ...(upstream ? { mirror: upstream } : {}),
    })
    // a mirror begins to follow
    if (upstream || scenario !== undefined) await this.#begin(id, scenario)
    return id
  }

  /** A local profile in the making, with a data folder of its own below the app's. Nobody sees it until it is adopted. */
  draft(look: ProfileLook): LocalProfile {
    this.#checkName(look.name)
    this.#requireRoom()
    const id = newProfileId()
    const settings = { ...look, safeMode: USUAL_SAFE_MODE.local, idleMinutes: USUAL_IDLE_MINUTES }
    return { kind: 'local', id, ...settings, folder: path.join(this.#options.folder, id), port: 'auto' }
  }

  /** Opens the service of a draft. */
  openDraft(draft: LocalProfile): Promise<ProfileConnection> {
    return this.#options.openLocal(draft, {})
  }

  /** Makes a profile of a draft whose service is open. A name that was taken meanwhile gets a number. */
  adopt(draft: LocalProfile, connection: ProfileConnection): void {
    this.#options.store.put({ ...draft, name: this.#freeName(draft.name) })
    const guarded = this.safeMode.guard(draft.id, connection)
    this.#connections.set(draft.id, Promise.resolve(guarded))
    this.#noteOpened(draft.id, guarded)
  }

  /** Opens a new profile, and applies a scenario to it: if that fails, there is no such profile. */
  async #begin(id: ProfileId, scenario: string | undefined): Promise<void> {
    try {
      const connection = await this.open(id)
      if (scenario === undefined) return
      const { signal } = new AbortController()
      const input = { body: { text: scenario, file: 'demo.yaml' } }
      this.safeMode.allow(this.find(id), this.find(id).name)
      await connection.answer({ path: 'applyScenario', type: 'mutation', input, signal })
      this.safeMode.lock(id)
    } catch (error) {
      await this.close(id)
      this.#options.store.remove(id)
      throw error
    }
  }

  /** Changes a profile. Another port counts from the next start of its service, another address at once. */
  async change(id: ProfileId, change: ProfileChange): Promise<void> {
    const profile = this.find(id)
    const { name = profile.name, colour = profile.colour, icon = profile.icon, port, url } = change
    const { safeMode = profile.safeMode, idleMinutes = profile.idleMinutes } = change
    this.#checkName(name, id)
    this.safeMode.prepareFor(profile, { safeMode, idleMinutes })
    const look = { name, colour, icon, safeMode, idleMinutes }
    const { store } = this.#options
    if (profile.kind === 'local') {
      const upstream = await this.#upstreams.change(profile, change.mirror)
      store.put({ ...profile, ...look, port: port ?? profile.port, ...upstream })
      return upstream && this.close(id)
    }
    const connection = store.connections.change(profile.connection, change.connection)
    if (url === undefined || url === profile.url) store.put({ ...profile, ...look, connection })
    else {
      // a secret and a permission are only for the address that they were given for
      this.safeMode.lock(id)
      store.put({ ...withoutProof(profile), ...look, url, connection })
    }
    if ((url ?? profile.url) !== profile.url || connection !== profile.connection) await this.close(id)
  }

  /** Makes a copy under another name: of a local profile with its data, on a port of its own. */
  async duplicate(id: ProfileId): Promise<ProfileId> {
    const profile = this.find(id)
    const copy = { ...profile, id: newProfileId(), name: this.#freeName(profile.name) }
    if (copy.kind !== 'local') this.#options.store.put(copy)
    else {
      const folder = path.join(this.#options.folder, copy.id)
      if (copy.databaseUrl !== undefined)
        throw new AppError(
          'InvalidOperationError',
          'Its data are in PostgreSQL. Add an instance with another database, and import an export into it.',
        )
      const connection = await this.open(id)
      await connection.copyTo?.(folder)
      this.#options.store.put({ ...copy, folder, port: 'auto' })
    }
    return copy.id
  }

  /** Deletes a profile, with its data folder if that is wanted. */
  async remove(id: ProfileId, { withData }: { withData: boolean }): Promise<void> {
    const profile = this.find(id)
    if (id === HOME_PROFILE)
      throw new AppError('InvalidOperationError', 'The instance that the app starts with cannot be deleted.')
    if (withData) this.safeMode.requireChanges(id)
    await this.close(id)
    if (withData && profile.kind === 'local') await this.#options.discardFolder(profile.folder)
    this.#options.store.remove(id)
  }

  /** Signs in anew to an instance elsewhere. Throws an AppError that names the field at fault. */
  async signIn(id: ProfileId, credentials: RemoteCredentials): Promise<void> {
    const profile = this.find(id)
    if (profile.kind === 'local')
      throw new AppError('InvalidOperationError', 'This instance runs in this app and needs no sign-in.')
    const proof = await this.#elsewhere.signIn(profile, credentials)
    this.#options.store.put({ ...withoutProof(profile), ...proof })
  }

  /** Contents of a file that other machines can import: no secrets, and no permission to change anything. */
  export(id: ProfileId): ProfileFile {
    return toProfileFile(this.find(id))
  }

  /** Adds the profile of a file. One elsewhere is signed in to when it is opened. */
  import(file: ProfileFile): ProfileId {
    const id = newProfileId()
    const place = { id, name: this.#freeName(file.name), folder: this.#options.folder }
    this.#options.store.put(fromProfileFile(file, place))
    return id
  }

  #connect(profile: StoredProfile): Promise<ProfileConnection> {
    if (profile.kind !== 'local') return this.#elsewhere.connect(profile)
    return this.#options.openLocal(profile, this.#upstreams.secretsOf(profile))
  }

  #noteOpened(id: ProfileId, connection: ProfileConnection): void {
    this.#open.set(id, connection)
    this.#onOpened(id, connection)
  }

  #checkName(name: string, own?: ProfileId): void {
    const isTaken = this.#options.store.all.some(
      (one) => one.id !== own && one.name.toLowerCase() === name.toLowerCase(),
    )
    if (isTaken) throw invalid('name', 'Another instance has this name.')
  }

  #requireRoom(): void {
    if (this.#options.store.all.length >= MAX)
      throw new AppError('ExceedsLimitError', `The app keeps up to ${MAX} instances. Delete one first.`)
  }

  #checkFolder(folder: string): void {
    const isTaken = this.#options.store.all.some((one) => one.kind === 'local' && one.folder === folder)
    if (isTaken) throw invalid('folder', 'Another instance has this folder.')
  }

  #freeName(name: string): string {
    const taken = new Set(this.#options.store.all.map((one) => one.name.toLowerCase()))
    if (!taken.has(name.toLowerCase())) return name
    for (let n = 2; ; n++) {
      const free = `${name.slice(0, 55)} ${n}`
      if (!taken.has(free.toLowerCase())) return free
    }
  }
}

const invalid = (field: string, message: string) =>
  new AppError('BadDataError', message, { details: [detail(message, `/body/${field}`)] })
