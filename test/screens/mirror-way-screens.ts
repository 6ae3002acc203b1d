import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

/** Reports an SDK that came through two mirrors, and polls as the nearer one. */
async function reportThroughMirrors(page: Page, url: string): Promise<void> {
  const created = await page.request.post(`${url}/api/admin/api-tokens`, {
    data: { tokenName: 'mirror', type: 'backend', environment: 'development', projects: ['*'] },
  })
  const { secret: authorization } = (await created.json()) as { secret: string }
  await page.request.get(`${url}/api/client/features`, {
    headers: { authorization, 'unleash-appname': 'halyard-mirror', 'unleash-instanceid': 'berlin' },
  })
  const connectVia = ['kiosk-edge', 'berlin'].map((instanceId) => ({ appName: 'halyard-mirror', instanceId }))
  await page.request.post(`${url}/api/client/metrics/bulk`, {
    headers: { authorization },
    data: {
      applications: [
        {
          ...{ appName: 'warehouse', instanceId: 'w-1', environment: 'development', connectVia },
          sdkVersion: 'unleash-client-node:6.0.0',
        },
      ],
      metrics: [],
    },
  })
}

/** Screens of SDKs that came through mirrors: on the propagation board, and in the panel of an application. */
export const MIRROR_WAY_SCREENS: Screens = {
  'propagation, through mirrors': async (page, url) => {
    await reportThroughMirrors(page, url)
    await page.goto(`${url}/#/propagation`)
    await page.getByText('1 instance came through mirrors in the last day').waitFor()
    await page.getByText('its mirror has the latest').waitFor()
  },
  'application, through mirrors': async (page, url) => {
    await reportThroughMirrors(page, url)
    await page.goto(`${url}/#/applications`)
    await page.getByRole('button', { name: 'warehouse', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText('through halyard-mirror kiosk-edge, then halyard-mirror berlin')
      .waitFor()
  },
}
