/** Every request of a page for an address of the app's own, and every attempt to go anywhere, passes here first. */
import type { Protocol, Session } from './devtools.ts'
import { CARRIER_PATTERN, fromCarrier, handlerFor } from './protocol.ts'

export interface RequestRules {
  mainFrame: string
  /** Whether a frame may load `url`, which the main process has not asked for itself. */
  mayNavigate(url: string, isMainFrame: boolean): boolean
}

export async function interceptRequests(page: Session, rules: RequestRules): Promise<void> {
  page.on('Fetch.requestPaused', (paused) => {
    answer(page, paused, rules).catch((error: Error) => {
      // A page that has been closed meanwhile wants no answer.
      if (!/Invalid InterceptionId|Session with given id not found/.test(error.message)) console.error('electron double:', error)
    })
  })
  await page.send('Fetch.enable', { patterns: [{ urlPattern: CARRIER_PATTERN }, { urlPattern: '*', resourceType: 'Document' }] })
}

async function answer(page: Session, paused: Protocol.Fetch.requestPausedPayload, rules: RequestRules): Promise<void> {
  const { requestId, request, resourceType, frameId } = paused
  const url = fromCarrier(request.url + (request.urlFragment ?? ''))
  const isMainFrame = frameId === rules.mainFrame
  if (resourceType === 'Document' && !rules.mayNavigate(url, isMainFrame)) {
    await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    return
  }
  const handler = handlerFor(url)
  if (!handler) {
    await page.send('Fetch.continueRequest', { requestId })
    return
  }
  try {
    const { method, headers, postData } = request
    const response = await handler(new Request(url, { method, headers, ...(postData !== undefined && { body: postData }) }))
    await page.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64')
    })
  } catch (error) {
    console.error('electron double: the protocol handler failed:', error)
    await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  }
}
