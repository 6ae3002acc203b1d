import { testAddon, testNewAddon } from '../../../../src-shared/integrations/contract/addon-tests.ts'
import type { Addon } from '../../../../src-shared/integrations/schemas/addon.ts'
import type { AddonTest } from '../../../../src-shared/integrations/schemas/addon-test.ts'
import type { api } from '../../../lib/api.ts'
import { changeOf } from '../../../lib/change.ts'
import { Submission } from '../../../lib/submission.svelte.ts'

export type AddonBody = Parameters<typeof api.createAddon.mutate>[0]['body']

/** The sending of a test of an integration: of a stored one as `body` would make it, or of one that is to be created. */
export function testOf(id: number | undefined, body: AddonBody) {
  return id === undefined
    ? changeOf(testNewAddon, { body })
    : changeOf(testAddon, { params: { id: String(id) }, body })
}

/** What is stored, as it is sent back: what is secret as its mask, which stands for it. */
export function bodyOf({ id: _id, createdAt: _createdAt, ...body }: Addon): AddonBody {
  return body
}

/** Sends tests of an integration, and holds what came of the last one. */
export class AddonTester {
  readonly submission = new Submission()
  #tested = $state.raw<{ of: string; test: AddonTest }>()

  send(id: number | undefined, body: AddonBody): Promise<boolean> {
    this.#tested = undefined
    return this.submission.run(async () => {
      this.#tested = { of: JSON.stringify(body), test: await testOf(id, body).send() }
    })
  }

  /** What came of testing exactly this; what has been changed since is untested. */
  resultOf(body: AddonBody): AddonTest | undefined {
    return this.#tested?.of === JSON.stringify(body) ? this.#tested.test : undefined
  }

  clear(): void {
    this.#tested = undefined
    this.submission.clear()
  }
}
