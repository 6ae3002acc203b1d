import { describe, expect, it } from 'vitest'

import { changesBetween, VERSION_CHANGES } from './index.ts'

const of = (kind: string) => VERSION_CHANGES.filter((one) => one.kind === kind)

describe('the table of versions', () => {
  it('has every documented capability, with its version and edition', () => {
    const rows = of('capability').map(({ title, version, plan }) => [title, version, plan ?? ''])
    expect(rows.sort()).toEqual(
      [
        ['Role-based access control', '4.0.0', 'root roles all plans; project roles Enterprise'],
        ['Impression data', '4.7.0', ''],
        ['Custom project roles', '4.6.0', 'Enterprise'],
        ['User groups', '4.14.0', 'Enterprise'],
        ['Group SSO sync', '4.18.0', 'Enterprise'],
        ['Group root role', '5.1.0', 'Enterprise'],
        ['Project default strategy', '5.2.0', ''],
        ['Custom root roles', '5.4.0', 'Enterprise'],
        ['Multiple project roles', '5.6.0', 'Enterprise'],
        ['Signals', '5.11.0', 'Enterprise'],
        ['Release template permissions', '6.8.0', 'Enterprise'],
        ['Archive projects', '6.3.0', 'Enterprise'],
        ['Authentication and instance maintenance permissions', '6.9.0', 'Enterprise'],
        ['Access overview page', '6.9.0', ''],
      ].sort(),
    )
  })

  it('has every endpoint that version 7 removed, with its replacement', () => {
    const rows = of('endpoint removed').filter(({ version }) => version === '7.0.0')
    expect(rows.map(({ title, deprecated, replacement }) => [title, deprecated?.[0], replacement])).toEqual([
      ['GET /api/admin/archive/features', '4.10.0', '/api/admin/search/features?archived=IS:true'],
      [
        'GET /api/admin/archive/features/{projectId}',
        '4.11.0',
        '/api/admin/search/features?project=IS:{projectId}&archived=IS:true',
      ],
      ['GET /api/admin/projects/{projectId}/users', '4.14.3', '/api/admin/projects/{projectId}/access'],
      [
        'GET, PATCH, PUT /api/admin/projects/{projectId}/features/{featureName}/variants',
        '4.21.0',
        '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
      ],
      [
        'POST /api/admin/projects/{projectId}/role/{roleId}/access',
        '5.5.0',
        '/api/admin/projects/{projectId}/access',
      ],
      [
        'PUT, DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles/{roleId}',
        '5.5.0',
        '/api/admin/projects/{projectId}/groups/{groupId}/roles',
      ],
      [
        'PUT, POST, DELETE /api/admin/projects/{projectId}/users/{userId}/roles/{roleId}',
        '5.5.0',
        '/api/admin/projects/{projectId}/users/{userId}/roles',
      ],
      ['GET /api/admin/projects/{projectId}', '5.8.0', '/api/admin/projects/{projectId}/overview'],
      ['GET /api/admin/dashboard/executive', '5.11.0', '/api/admin/projects/{projectId}/overview'],
      ['POST /api/admin/events/search', '6.1.0', '/api/admin/search/events'],
      ['GET /api/admin/metrics/traffic/{period}', '6.8.0', '/api/admin/metrics/traffic'],
      ['POST /api/admin/ui-config', '6.9.0', '/api/admin/ui-config/cors'],
    ])
  })

  it.each([
    ['property removed', '7.0.0', 'username of API tokens', ['5.1.0', '5.3.0']],
    ['property removed', '7.0.0', 'environment of what SDKs send', ['5.2.0']],
    ['property removed', '7.0.0', 'isAPI of users', ['5.3.0']],
    ['endpoint restored', '7.0.0', 'GET /api/admin/instance-admin/statistics', ['4.17.0']],
    ['endpoint restored', '7.0.0', 'POST /api/admin/strategies', ['6.0.0']],
    ['endpoint removed', '6.0.0', 'POST /edge/metrics', undefined],
    ['endpoint removed', '6.0.0', 'GET /api/feature', undefined],
    ['endpoint removed', '5.0.0', 'GET, POST /api/admin/features', undefined],
    ['endpoint removed', '5.0.0', 'GET, PUT, DELETE /api/admin/features/{featureName}', undefined],
    ['endpoint removed', '5.0.0', 'POST /api/admin/features/{featureName}/toggle/on', undefined],
    ['endpoint removed', '5.0.0', 'POST /api/admin/features/{featureName}/stale/off', undefined],
    ['endpoint removed', '4.0.0', 'GET /api/features', undefined],
    ['requirement', '7.0.0', 'ECMAScript modules only', undefined],
    ['requirement', '7.0.0', 'JavaScript runtime 22 or later', undefined],
    ['requirement', '7.0.0', 'PostgreSQL 14 or later', undefined],
    ['requirement', '6.0.0', 'JavaScript runtime 20 or later', undefined],
    ['requirement', '6.0.0', 'PostgreSQL 13 or later', undefined],
    ['requirement', '6.0.0', 'Self-hosted Enterprise needs a valid licence key', undefined],
    ['requirement', '6.0.0', 'Edge proxies 19.1.3 or later', undefined],
    ['requirement', '5.0.0', 'JavaScript runtime 18 or later', undefined],
    ['requirement', '4.0.0', 'Every client SDK needs an API token', undefined],
    ['behaviour', '6.0.0', 'No import of a file at startup', undefined],
    ['behaviour', '6.0.0', 'Internet Explorer is no longer supported', undefined],
    ['behaviour', '5.7.0', 'Several instances go over 5.6.11', undefined],
    ['behaviour', '5.0.0', 'Validation errors have another shape', undefined],
    ['behaviour', '5.0.0', "The default database password is now 'password'", undefined],
    ['behaviour', '4.0.0', 'Configuration options changed significantly', undefined],
    ['behaviour', '4.0.0', 'Every user has a root role', undefined],
    ['behaviour', '4.0.0', 'extendedPermissions of users is removed', undefined],
  ])('has the entry %s in %s: %s', (kind, version, title, deprecated) => {
    expect(VERSION_CHANGES).toContainEqual(
      expect.objectContaining({ kind, version, title, ...(deprecated ? { deprecated } : {}) }),
    )
  })

  it('has each entry once', () => {
    const ids = VERSION_CHANGES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the changes between two versions', () => {
  it.each([
    ['5.7.0', '5.7.5', []],
    ['5.6.11', '5.7.0', ['5.7.0']],
    ['6.8.0', '7.0.0', ['6.9.0', '7.0.0']],
    ['7.0.0', '6.0.0', []],
  ])('from %s to %s are those after the first, up to the second', (from, to, versions) => {
    expect([...new Set(changesBetween(from, to).map(({ version }) => version))]).toEqual(versions)
  })

  it('are those of both halves of the upgrade together', () => {
    const whole = changesBetween('3.0.0', '8.2.0')
    expect([...changesBetween('3.0.0', '5.2.0'), ...changesBetween('5.2.0', '8.2.0')]).toEqual(whole)
    expect(whole).toHaveLength(VERSION_CHANGES.length)
  })
})
