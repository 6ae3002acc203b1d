import type { Service } from '../service/service.ts'

const COUNTRIES = ['NO', 'SE', 'DK', 'FI']
const PEOPLE = 24

/** Contexts that were seen: of people of four countries, in development and in production. */
export async function fillSampleSeenContexts({ call }: Pick<Service, 'call'>): Promise<void> {
  for (let index = 0; index < COUNTRIES.length; index++) {
    const people = Array.from({ length: PEOPLE / COUNTRIES.length }, (_, n) => 1000 + n * 4 + index)
    await call('POST', '/api/admin/playground/advanced', {
      environments: ['development', 'production'],
      projects: '*',
      context: {
        appName: 'web-shop',
        userId: people.join(','),
        properties: {
          country: COUNTRIES[index],
          email: `guest@${index === 0 ? 'example.com' : 'example.org'}`,
        },
      },
    })
  }
}
