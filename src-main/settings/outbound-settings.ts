import { z } from 'zod'

import { ProxyUrl } from '#shared/schemas/connection.ts'
import { setting } from './setting-node.ts'
import { List } from './setting-schemas.ts'

const here = { section: 'outbound', isWindowOnly: true } as const

/** `host=file`: the certificate for a host. */
const HostAndFile = z
  .string()
  .regex(/^[^=\s]+=.+$/, 'must be HOST=FILE, such as hooks.example.com=/etc/halyard/client.pem')

const ProxyChoice = z
  .string()
  .refine(
    (text) => text === 'auto' || text === 'none' || ProxyUrl.safeParse(text).success,
    'must be auto, none, or the address of an HTTP proxy without a user, such as http://proxy.example.com:3128',
  )

/** Settings of the way to other machines: for integrations, sign-in, e-mail, telemetry, remotes, the command line and the desktop app. */
export const OUTBOUND_SETTINGS = {
  caFile: setting({
    ...here,
    title: 'Certificate authorities',
    default: 'none',
    help: 'PEM file of authorities to trust, beside those of the system and of `NODE_EXTRA_CA_CERTS`.',
    schema: z.string().min(1).optional(),
    variables: ['HALYARD_CA_FILE'],
    flag: { name: 'ca-file', value: 'FILE', help: 'a PEM file of certificate authorities to trust' },
    input: { kind: 'text' },
  }),
  proxy: setting({
    ...here,
    title: 'Proxy',
    default: '`auto`',
    help: 'Address of an HTTP proxy, such as `http://proxy.example.com:3128`; `none`; or `auto`: `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY`, or in the desktop app the proxy of the system. E-mail goes through this address or `ALL_PROXY` only.',
    schema: ProxyChoice.default('auto'),
    variables: ['HALYARD_PROXY'],
    input: { kind: 'text' },
  }),
  proxyUser: setting({
    ...here,
    title: 'User of the proxy',
    default: 'none',
    help: 'For the address in `proxy`.',
    schema: z.string().default(''),
    variables: ['HALYARD_PROXY_USER'],
    input: { kind: 'text' },
  }),
  proxyPassword: setting({
    ...here,
    title: 'Password of the proxy',
    default: 'none',
    help: 'For the address in `proxy`.',
    schema: z.string().default(''),
    variables: ['HALYARD_PROXY_PASSWORD'],
    secret: true,
    input: { kind: 'password' },
  }),
  noProxy: setting({
    ...here,
    title: 'Hosts without a proxy',
    default: 'none',
    help: 'Names (with all below them), addresses or networks such as `10.0.0.0/8`, separated by commas; `*` for all. This machine itself never needs one.',
    schema: List.default([]),
    variables: ['NO_PROXY', 'no_proxy', 'HALYARD_NO_PROXY'],
    input: { kind: 'text' },
  }),
  clientCertificates: setting({
    ...here,
    title: 'Client certificates',
    default: 'none',
    help: '`HOST=FILE`, separated by commas: the certificate to show to a host that asks for one. A PEM file with its key, or a file `.p12` or `.pfx`.',
    schema: List.pipe(z.array(HostAndFile).max(100)).default([]),
    variables: ['HALYARD_CLIENT_CERTIFICATES'],
    input: { kind: 'text' },
  }),
  clientCertificatePassphrase: setting({
    ...here,
    title: 'Passphrase of client certificates',
    default: 'none',
    help: 'Opens the keys in the files of `clientCertificates`.',
    schema: z.string().optional(),
    variables: ['HALYARD_CLIENT_CERTIFICATE_PASSPHRASE'],
    secret: true,
    input: { kind: 'password' },
  }),
}
