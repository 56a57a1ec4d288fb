/** Makers of model values for tests of the settings. */
import type { AgentReport, AgentView } from '../../shared/agents'

/** An agent that is ready and can be steered. */
export function makeAgent(change: Partial<AgentView> = {}): AgentView {
  return {
    id: 'agent',
    label: 'Agent',
    kind: 'known',
    engine: 'acp',
    state: 'ready',
    path: '/usr/bin/agent',
    version: '1.2.3',
    oldest: null,
    remedy: '',
    get: { install: null, first: null },
    adapter: null,
    start: { command: '/usr/bin/agent', args: ['acp'] },
    custom: null,
    steering: { profile: 'second-prompt', reason: null },
    models: [],
    work: null,
    checked: null,
    remarks: [],
    ...change
  }
}

export function makeReport(change: Partial<AgentReport> = {}): AgentReport {
  return {
    name: 'agent-acp',
    version: '1.2.3',
    steering: 'second-prompt',
    steeringNote: null,
    can: { resume: true, delete: false, tools: true },
    signInMethods: [],
    problem: null,
    models: [{ id: 'm', name: 'M' }],
    tookMs: 2_100,
    ...change
  }
}
