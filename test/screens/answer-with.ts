import type { Page } from 'playwright-core'

/** Puts another answer to a query of the window in the place of the service's. */
export async function answerWith(page: Page, operationId: string, data: unknown): Promise<void> {
  await page.route(new RegExp(operationId), async (route) => {
    const response = await route.fetch()
    const results = (await response.json()) as { result: { data: unknown } }[]
    const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
    calls.forEach((call, index) => {
      const result = results[index]
      if (call === operationId && result) result.result.data = data
    })
    await route.fulfill({ response, json: results })
  })
}
