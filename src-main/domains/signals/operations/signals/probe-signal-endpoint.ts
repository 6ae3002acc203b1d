import { probeSignalEndpoint as operation } from '#shared/signals/contract/signals.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { findSignalEndpoint } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import type { SendInternally } from '../../records/signals/internal-request.ts'

/** A header is one line of plain characters: another is no token, and no program could send it. */
const HEADER = /^[\x21-\x7e]*$/

/** Sends as a sender would, with the token one has at hand, and answers what the sender would have got. */
export const probeSignalEndpoint = ({ callOverHttp }: { callOverHttp: SendInternally }) =>
  preparedMutation(
    operation,
    async ({ queries, caller }, { params: { signalEndpointId }, body: { token, body, contentType } }) => {
      const endpoint = await findSignalEndpoint(queries, signalEndpointId)
      if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${signalEndpointId}`)
      if (!HEADER.test(token)) throw badData('The token has characters that no token has.', '/body/token')
      if (contentType !== undefined && !HEADER.test(contentType.replaceAll(' ', '')))
        throw badData('The content type has characters that no header can have.', '/body/contentType')
      return callOverHttp({
        method: 'POST',
        path: `/api/signal-endpoint/${endpoint.name}`,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        body,
        ip: caller.ip ?? '127.0.0.1',
      })
    },
    async (_context, _request, answer) => answer,
  )
