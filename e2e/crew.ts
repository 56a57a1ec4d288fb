/** What an operator does on the screen, in their words, on either form of the product. */
import { expect, type Locator, type Page } from '@playwright/test'

export type Allowed = 'Read only' | 'Write in the folder' | 'Run commands'

export class CrewScreen {
  constructor(readonly page: Page) {}

  /** Answers what agents may do in the Project. */
  async allow(what: Allowed): Promise<void> {
    await this.page.getByRole('button', { name: what }).click()
    await expect(this.page.getByRole('button', { name: what })).toHaveCount(0)
  }

  /** The same, and adds the scripted model. */
  async allowWithModel(what: Allowed, model: { readonly url: string }): Promise<void> {
    await this.allow(what)
    await this.addModel({ name: 'Scripted', url: `${model.url}/v1`, models: 'scripted', key: 'test-key' })
  }

  async newWorker(worker: { name: string; task: string; engine: 'shell' | 'pi' | { agent: string; model?: string } }): Promise<void> {
    const runner = typeof worker.engine === 'string' ? worker.engine : worker.engine.agent
    await this.page.getByRole('button', { name: 'New worker' }).first().click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: new RegExp(`^${runner}`) }).check()
    if (typeof worker.engine !== 'string' && worker.engine.model !== undefined) await dialog.getByLabel('Model', { exact: true }).selectOption(worker.engine.model)
    await dialog.getByLabel(worker.engine === 'shell' ? 'First command' : 'First task').fill(worker.task)
    await dialog.getByLabel('Name').fill(worker.name)
    await dialog.getByRole('button', { name: 'Start worker' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(this.heading(worker.name)).toBeVisible()
  }

  /** Adds an OpenAI-compatible endpoint in Settings. */
  async addModel(endpoint: { name: string; url: string; models: string; key: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Models' }).click()
    await dialog.getByRole('button', { name: /Add an endpoint/ }).click()
    const form = this.page.getByRole('dialog').last()
    await form.getByLabel('Name', { exact: true }).fill(endpoint.name)
    await form.getByLabel(/URL|Address/).fill(endpoint.url)
    await form.getByRole('textbox', { name: /^Model/ }).fill(endpoint.models)
    await form.getByLabel(/^Key/).fill(endpoint.key)
    await form.getByRole('button', { name: 'Add the endpoint' }).click()
    await expect(this.page.getByText(endpoint.name, { exact: true })).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  async open(worker: string): Promise<void> {
    await this.row(worker).click()
    await expect(this.heading(worker)).toBeVisible()
  }

  /** Types into the composer and presses a key. */
  async say(text: string, key: 'Enter' | 'ControlOrMeta+Enter' = 'Enter'): Promise<void> {
    const field = this.page.getByRole('textbox', { name: /^Message to / })
    await field.fill(text)
    await field.press(key)
    await expect(field).toHaveValue('')
  }

  heading(worker: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: worker })
  }

  /** A worker's row in the list. */
  row(worker: string): Locator {
    return this.page.locator('.worker').filter({ hasText: worker })
  }

  turn(number: number): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { level: 2, name: `Turn ${number}`, exact: true }) })
  }

  pending(): Locator {
    return this.page.getByRole('list', { name: 'Pending messages' }).getByRole('listitem')
  }

  /** The row of who coordinates, apart from the workers. */
  coordinatorRow(): Locator {
    return this.page.getByRole('region', { name: 'Coordinator' }).getByRole('button')
  }

  async openCoordinator(): Promise<void> {
    await this.coordinatorRow().click()
    await expect(this.heading('Coordinator')).toBeVisible()
  }

  /** Opens the settings of the Project that is listed first. */
  async projectSettings(): Promise<Locator> {
    await this.projectMenu('Project settings…')
    const dialog = this.page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    return dialog
  }

  async projectMenu(item: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Menu of / }).first().click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Lets an agent coordinate, on the first model that there is. */
  async letAgentCoordinate(): Promise<void> {
    const dialog = await this.projectSettings()
    await dialog.getByRole('radio', { name: 'An agent' }).check()
    await this.closeDialog()
    await expect(this.coordinatorRow()).toContainText('Coordinator')
  }

  async closeDialog(): Promise<void> {
    await this.page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  /** The workers that had a part in a turn of the Coordinator, step by step. */
  crewOf(turn: number): Locator {
    return this.turn(turn).getByRole('list', { name: 'Workers in this turn' }).getByRole('listitem')
  }

  /** A line that tells the Coordinator how a turn of a worker ended. */
  told(worker: string, what: RegExp): Locator {
    return this.page.locator('.said').filter({ hasText: worker }).filter({ hasText: what })
  }

  /** Open requests in the main view. */
  asks(): Locator {
    return this.page.getByRole('main').locator('.ask')
  }

  /** The way to the requests of all Projects. */
  requestsRow(): Locator {
    return this.page.getByRole('navigation').getByRole('button', { name: /^(Needs you|Nothing needs you)/ })
  }

  async openNotes(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Notes' }).click()
  }
}
