/**
 * The crash lane: a load, a kill at some moment, a look at what was left, a restart on the same data, a look at what the
 * new host says, and so on. Every so many kills the data folder has become long: then the last host is let run until
 * nothing is left to do, everything is checked once more, and a new folder is begun.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startScriptedModel, type ScriptedModel } from '../e2e/scripted-model/main.ts'
import { checkDisk, type DiskFacts } from './check-disk.ts'
import { checkLive } from './check-live.ts'
import { checkCommands, checkHeard } from './check-world.ts'
import { Crew } from './crew.ts'
import { readDisk } from './database.ts'
import { drain } from './drain.ts'
import { Findings } from './findings.ts'
import { Host, type Client, type Folders } from './host.ts'
import { Ledger } from './ledger.ts'
import { Load } from './load.ts'
import { Random } from './random.ts'
import { endStray, gone, processesOf, type Stray } from './strays.ts'

const KILLS_PER_FOLDER = 30
/** How long the processes of a dead host may go on after it, in ms. */
const ORPHANS_MS = 6_000
const MODEL = { provider: 'scripted', name: 'model' } as const

/** The share of hosts that hang before they are killed. */
const HANGS = 0.2
/** Long enough for an engine to come to its next step and take a steer that its host does not hear of, in ms. */
const STEER_HANG_MS = 700

/** What a kill is aimed at. */
type Aim = 'any' | 'turn' | 'delete' | 'steer' | 'start'

export interface Tally {
  kills: number
  killsInTurn: number
  killsInDelete: number
  accepted: number
}

export interface LaneOptions {
  readonly root: string
  readonly kills: number
  readonly seed: number
  readonly note: (line: string) => void
}

export class Lane {
  readonly findings: Findings
  readonly tally: Tally = { kills: 0, killsInTurn: 0, killsInDelete: 0, accepted: 0 }
  /** Folders of which something was found, kept to be looked at. */
  readonly kept: string[] = []
  readonly #options: LaneOptions
  readonly #random: Random

  constructor(options: LaneOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
    this.findings = new Findings(({ kind, what, kill }) => options.note(`FOUND after kill ${kill}: ${kind}: ${what}`))
  }

  async run(): Promise<void> {
    while (this.tally.kills < this.#options.kills) await this.#folder(Math.min(KILLS_PER_FOLDER, this.#options.kills - this.tally.kills))
  }

  /** One data folder, from its first host to its last. */
  async #folder(kills: number): Promise<void> {
    const model = await startScriptedModel()
    const place = mkdtempSync(join(realpathSync(tmpdir()), 'crewdeck-crash-'))
    const folders = { root: this.#options.root, data: join(place, 'data'), project: join(place, 'project') }
    mkdirSync(folders.data)
    mkdirSync(folders.project)
    const before = this.findings.all().length
    const lives = new Lives(folders, new Ledger(join(place, 'journal.jsonl')), this.findings, this.#random.fork('folder'), model)
    try {
      await lives.setUp()
      for (let kill = 0; kill < kills; kill++) {
        this.findings.kill = ++this.tally.kills
        const facts = await lives.liveAndDie()
        if (facts.openTurns.size > 0) this.tally.killsInTurn++
        if (facts.deleting.size > 0) this.tally.killsInDelete++
        this.#options.note(`kill ${this.tally.kills}: ${facts.openTurns.size} open turns, ${facts.deleting.size} deletes, ${lives.ledger.messages.size} messages in ${lives.ledger.workers.size} workers`)
      }
      await lives.finish()
    } catch (error) {
      // Nothing of the lane itself may fail: whatever does is a host that does not do what it should.
      this.findings.add('wrongStatus', `the lane broke off: ${error instanceof Error ? error.stack : String(error)}`)
    } finally {
      lives.end()
      await model.close()
      this.tally.accepted += lives.ledger.acceptedCount
      if (this.findings.all().length > before) this.kept.push(place)
      else rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** All lives of the hosts of one data folder. */
class Lives {
  readonly ledger: Ledger
  readonly #folders: Folders
  readonly #findings: Findings
  readonly #random: Random
  readonly #model: ScriptedModel
  #heard = 0
  #sessionId = ''
  #facts: DiskFacts | null = null
  #host: Host | null = null
  /** What the host before has left running; looked for while the next one starts already. */
  #leaving: Promise<Stray[]> = Promise.resolve([])
  #count = 0

  constructor(folders: Folders, ledger: Ledger, findings: Findings, random: Random, model: ScriptedModel) {
    this.#model = model
    this.#folders = folders
    this.ledger = ledger
    this.#findings = findings
    this.#random = random
  }

  /** A first host that is not killed: it is told how the Project is run. */
  async setUp(): Promise<void> {
    const host = this.#start()
    const client = await host.connect()
    const { sessionId } = await client.projects.open({ folder: this.#folders.project })
    await client.projects.setPolicy({ sessionId, policy: 'run' })
    await client.models.saveProvider({ id: MODEL.provider, name: 'Scripted', api: 'openai-completions', baseUrl: `${this.#model.url}/v1`, models: [MODEL.name] })
    const coordinator = { enabled: true, engine: 'pi', model: `${MODEL.provider}/${MODEL.name}` } as const
    // With room for all, or so that some have to wait for others.
    const maxBusy = this.#random.pick([5, 30])
    await client.projects.setConduct({ sessionId, conduct: { coordinator, workers: { engine: 'shell', model: null }, maxBusy } })
    this.#sessionId = sessionId
    await this.#stop(host)
  }

  /** Starts a host, lets it live under load, and kills it. Resolves with what it has left. */
  async liveAndDie(): Promise<DiskFacts> {
    const random = this.#random.fork(`life ${this.#count}`)
    const aim = random.weighted<Aim>([
      [40, 'any'],
      [20, 'turn'],
      [25, 'delete'],
      [7, 'steer'],
      [8, 'start']
    ])
    const host = this.#start()
    this.ledger.note('start', { life: host.life, aim })
    const served = aim === 'start' ? await this.#dieSoon(host, random) : await this.#liveWell(host, random, aim)
    this.ledger.note('died', { life: host.life })
    return this.#look(host, served)
  }

  /** Lets the last host finish everything, and checks that it has. */
  async finish(): Promise<void> {
    const host = this.#start()
    const client = await host.connect()
    const crew = await this.#check(client)
    await drain({ client, crew, sessionId: this.#sessionId, findings: this.#findings })
    await this.#stop(host)
    const { openTurns, deleting, lives } = await this.#look(host, true)
    await this.#lookForStrays()
    for (const [session, turn] of openTurns) this.#findings.add('wrongStatus', `turn ${turn} of ${session} is open in a host that was stopped`)
    for (const session of deleting) this.#findings.add('wrongStatus', `${session} is still being deleted in a host that was stopped`)
    for (const [session, life] of lives) {
      const left = [...life.places].filter(([, place]) => place.kind === 'held').map(([id]) => id)
      if (left.length > 0) this.#findings.add('lost', `${session} never came to ${left.join()}`)
    }
  }

  /** For a lane that breaks off. */
  end(): void {
    if (this.#host) for (const stray of processesOf(this.#host.life)()) endStray(stray)
  }

  #start(): Host {
    this.#host = new Host(this.#folders, `${basename(dirname(this.#folders.data))}-${++this.#count}`)
    return this.#host
  }

  /** Killed while it starts and repairs; true when it had come to serve. */
  async #dieSoon(host: Host, random: Random): Promise<boolean> {
    const serving = host.connect().then(
      () => true,
      () => false
    )
    const served = await Promise.race([serving, delay(random.int(50, 900)).then(() => false)])
    await host.kill()
    return served
  }

  async #liveWell(host: Host, random: Random, aim: Exclude<Aim, 'start'>): Promise<true> {
    const client = await host.connect()
    const crew = await this.#check(client)
    const load = new Load({ client, crew, ledger: this.ledger, random, sessionId: this.#sessionId, model: `${MODEL.provider}/${MODEL.name}`, findings: this.#findings })
    for (const message of this.ledger.messages.values()) if (message.fate === 'unsure' && random.chance(0.5)) load.retry(message)
    load.start()
    switch (aim) {
      case 'any':
        await delay(random.int(0, 1_500))
        break
      case 'turn':
        await delay(random.int(0, 800))
        await crew.until((workers) => workers.some((worker) => (worker.turn?.steps ?? 0) > 0), 5_000)
        break
      case 'delete':
        await delay(random.int(0, 500))
        await load.deleteStubborn(random.chance(0.7) ? 'shell' : 'pi')
        await delay(random.int(0, 500))
        break
      case 'steer':
        await load.steerWorking()
        break
      default:
        aim satisfies never
    }
    await host.kill(aim === 'steer' ? STEER_HANG_MS : random.chance(HANGS) ? random.int(50, 500) : 0)
    await load.stop()
    return true
  }

  /** What the host says right after its start, held against the ledger. */
  async #check(client: Client): Promise<Crew> {
    const crew = new Crew(client, this.#sessionId)
    await crew.follow()
    if (this.#facts) await checkLive({ client, crew, ledger: this.ledger, findings: this.#findings, sessionId: this.#sessionId, before: this.#facts })
    return crew
  }

  async #stop(host: Host): Promise<void> {
    try {
      await host.stop()
    } catch (error) {
      this.#findings.add('wrongStatus', `a host could not be stopped: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** What a dead host has left on disk; what it has left running is looked for until the next look. */
  async #look(host: Host, served: boolean): Promise<DiskFacts> {
    await this.#lookForStrays()
    this.#leaving = gone(processesOf(host.life), ORPHANS_MS)
    checkHeard(this.#model.requests.slice(this.#heard), this.ledger, this.#findings)
    this.#heard = this.#model.requests.length
    this.#facts = checkDisk({
      disk: readDisk(this.#folders.data),
      ledger: this.ledger,
      findings: this.#findings,
      before: this.#facts,
      served,
      projectId: this.#sessionId,
      coordinated: true
    })
    checkCommands(this.#folders.project, this.ledger, this.#facts, this.#findings)
    this.#host = null
    return this.#facts
  }

  async #lookForStrays(): Promise<void> {
    for (const stray of await this.#leaving) {
      this.#findings.add('orphans', `process ${stray.pid} (${stray.command}) outlived its host`)
      endStray(stray)
    }
  }
}

