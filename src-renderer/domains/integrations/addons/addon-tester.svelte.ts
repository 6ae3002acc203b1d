import { testAddon, testNewAddon } from '#shared/integrations/contract/addon-tests.ts'
import type { Addon } from '#shared/integrations/schemas/addon.ts'
import type { AddonTest } from '#shared/integrations/schemas/addon-test.ts'
import type { api } from '#lib/api.ts'
import { changeOf } from '#lib/change.ts'
import { Submission } from '#lib/submission.svelte.ts'

export type AddonBody = Parameters<typeof api.createAddon.mutate>[0]['body']

/** Builds the request that tests an integration: a stored one as `body` would make it, or a new one. */
export function testOf(id: number | undefined, body: AddonBody) {
  return id === undefined
    ? changeOf(testNewAddon, { body })
    : changeOf(testAddon, { params: { id: String(id) }, body })
}

/** Gets the body of a stored integration. Secrets keep their mask, which stands for the stored value. */
export function bodyOf({ id: _id, createdAt: _createdAt, ...body }: Addon): AddonBody {
  return body
}

/** Sends tests of an integration, and holds the last result. */
export class AddonTester {
  readonly submission = new Submission()
  #tested = $state.raw<{ of: string; test: AddonTest }>()

  send(id: number | undefined, body: AddonBody): Promise<boolean> {
    this.#tested = undefined
    return this.submission.run(async () => {
      this.#tested = { of: JSON.stringify(body), test: await testOf(id, body).send() }
    })
  }

  /** Gets the test result of exactly this body; undefined if the body has changed since. */
  resultOf(body: AddonBody): AddonTest | undefined {
    return this.#tested?.of === JSON.stringify(body) ? this.#tested.test : undefined
  }

  clear(): void {
    this.#tested = undefined
    this.submission.clear()
  }
}
