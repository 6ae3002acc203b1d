import { OwnChanges } from '#runtime/own-changes.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting } from '#store/setting-rows.ts'

export const CORS_SETTING = 'cors'

export interface CorsSetting {
  frontendApiOrigins: string[]
}

/**
 * The origins whose pages may use the frontend API: those that somebody has set, else those of the configuration. Every
 * answer of the frontend API names them, so they are known from memory.
 */
export class FrontendOrigins {
  readonly #configured: readonly string[]
  #stored: readonly string[] | undefined
  readonly #changes = new OwnChanges()

  constructor(configured: readonly string[]) {
    this.#configured = configured
  }

  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readSetting<CorsSetting>(queries, CORS_SETTING),
      (setting) => (this.#stored = setting?.frontendApiOrigins),
    )
  }

  /**
   * `*` stands for all, and so does an empty list (docs/contract/clients.md#frontend-api): what is answered is always
   * one or the other.
   */
  get all(): readonly string[] {
    const origins = this.#stored ?? this.#configured
    return origins.length === 0 ? ['*'] : origins
  }

  set(origins: readonly string[]): void {
    this.#changes.make(() => (this.#stored = origins))
  }
}
