/** Data of the code samples: address, endpoint and token. */
export interface SenderValues {
  url: string
  endpoint: string
  /** Secret, or the name of a variable that holds it. */
  token: string
  payload: unknown
}

const address = ({ url, endpoint }: SenderValues) => `${url}/api/signal-endpoint/${endpoint}`
const inShell = (text: string) => text.replaceAll("'", `'\\''`)
const pretty = (payload: unknown) => JSON.stringify(payload, null, 2)
const python = (payload: unknown): string => JSON.stringify(JSON.stringify(payload))

/** Code samples that send a signal. Each can be pasted and run unchanged. */
export const SENDERS: readonly { id: string; label: string; code: (sending: SenderValues) => string }[] = [
  {
    id: 'curl',
    label: 'cURL',
    code: (sending) =>
      [
        `curl -X POST '${address(sending)}'`,
        // double quotes, because the token may be a shell variable
        `-H "Authorization: Bearer ${sending.token}"`,
        `-H 'Content-Type: application/json'`,
        `-d '${inShell(JSON.stringify(sending.payload))}'`,
      ].join(' \\\n  '),
  },
  {
    id: 'node',
    label: 'Node.js',
    code: (sending) => `const response = await fetch('${address(sending)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${sending.token}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${pretty(sending.payload).replaceAll('\n', '\n  ')}),
})
console.log(response.status, await response.text())`,
  },
  {
    id: 'python',
    label: 'Python',
    code: (sending) => `import urllib.request

request = urllib.request.Request(
    "${address(sending)}",
    data=${python(sending.payload)}.encode(),
    headers={
        "Authorization": "Bearer ${sending.token}",
        "Content-Type": "application/json",
    },
)
print(urllib.request.urlopen(request).read().decode())`,
  },
]

/** Gets the code of a sample. */
export const toSenderCode = (id: string, sending: SenderValues): string =>
  SENDERS.find((one) => one.id === id)?.code(sending) ?? ''

/** Sample payload of a first signal. */
export const SAMPLE_PAYLOAD = { severity: 'critical', service: 'checkout', message: 'Errors above 5%' }
