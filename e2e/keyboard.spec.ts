/** Everything by the keyboard: the palette, the keys that work here, other keys, and undo that takes back what was done last. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

async function crew(page: Page, names: readonly string[]): Promise<CrewScreen> {
  const screen = new CrewScreen(page)
  for (const name of names) await screen.newWorker({ name, task: `echo this is ${name}`, engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  return screen
}

const palette = (page: Page) => page.getByRole('dialog').getByRole('combobox')
/** What the thing with the focus is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent ?? element?.textContent ?? ''
    return name === '' || element === document.body ? '' : `${element?.role ?? element?.localName}: ${name}`
  })

test('the palette goes to workers and does what can be done, and remembers it', async ({ served }) => {
  const { page } = served
  const screen = await crew(page, ['Fare rules', 'Booking form'])
  await page.getByRole('textbox', { name: /^Message to/ }).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('fare')
  await expect(page.getByRole('option').first()).toContainText('Fare rules')
  await page.keyboard.press('Enter')
  await expect(screen.heading('Fare rules')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+k')

  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('sett')
  await expect(page.getByRole('option').first()).toContainText('Ctrl+,')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Before anything is typed: where one was, then what was chosen; and what cannot be done now does not come at all.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('option').nth(0)).toContainText('Booking form')
  await expect(page.locator('.palette-item', { has: page.locator('.palette-blank') }).first()).toContainText('Settings')
  await page.keyboard.type('stop')
  await expect(page.getByRole('option', { name: /^Stop the turn/ })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('keys can be others: told of conflicts, kept over a reload, in help and in use', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  await new CrewScreen(page).allow('Read only')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  // A browser keeps Ctrl+N for itself.
  await expect(help.locator('.help-line', { hasText: 'New worker' })).toContainText('Alt+N')
  await help.getByRole('button', { name: 'Change the keys…' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const keys = settings.getByRole('button', { name: /^New worker: / })
  await keys.click()
  await page.keyboard.press('Control+n')
  await expect(settings.getByRole('alert')).toContainText('belongs to the browser')
  await page.keyboard.press('Control+k')
  await expect(settings.getByRole('alert')).toContainText('is taken: Go to or do anything by its name')
  await settings.getByRole('button', { name: 'Leave it' }).click()
  await keys.click()
  await page.keyboard.press('Alt+w')
  await expect(keys).toHaveText('Alt+W')

  await page.reload()
  await expect(page.getByRole('button', { name: 'New worker (Alt+W)' })).toBeVisible()
  await page.keyboard.press('Alt+n')
  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('dialog', { name: 'New worker' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await help.getByRole('button', { name: 'Change the keys…' }).click()
  await settings.getByRole('button', { name: /^Back to the keys that “New worker”/ }).click()
  await expect(keys).toHaveText('Alt+N')
})

test('on the desktop: workers by their numbers, and undo takes back what was done last, also in the composer', { tag: '@wide' }, async ({ desktop }) => {
  const page = desktop.window
  const screen = await crew(page, ['One', 'Two', 'Three'])
  await page.keyboard.press('ControlOrMeta+1')
  await expect(screen.heading('One')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+3')
  await expect(screen.heading('Three')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(screen.heading('Two')).toBeVisible()

  const field = page.getByRole('textbox', { name: /^Message to/ })
  await page.keyboard.press('ControlOrMeta+l')
  await expect(field).toBeFocused()
  await page.keyboard.type('a thought')
  // Deleting text is not deleting a worker.
  await page.keyboard.press('ControlOrMeta+Backspace')
  await expect(page.getByText('Deleting Two')).toHaveCount(0)
  await page.keyboard.type('thought')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Backspace')
  await expect(page.getByText('Deleting Two').first()).toBeVisible()
  await field.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Deleting Two')).toHaveCount(0)
  await expect(field).toHaveValue('a thought')
  // Nothing is deleted any more: now it is the text again.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).not.toHaveValue('a thought')

  // The menu speaks what the page speaks.
  const menu = () =>
    desktop.app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items ?? []
      return items.flatMap((item) => [item, ...(item.submenu?.items ?? [])]).flatMap(({ type, label }) => (type === 'separator' ? [] : [label]))
    })
  await expect.poll(menu).toContain('&Edit')
  expect(await menu()).toContain('Start the Demo')
  await page.keyboard.press('Alt+Shift+z')
  await expect.poll(menu).toContain('编辑(&E)')
  expect((await menu()).filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
})

/** Whether what has the focus, its label or its field looks otherwise with it than without. */
const looksDifferent = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const looks = () =>
      [element, element.closest('label'), element.closest('.field')]
        .filter((part) => part !== null)
        .map((part) => getComputedStyle(part))
        .map(({ outlineStyle, outlineColor, boxShadow }) => `${outlineStyle} ${outlineColor} ${boxShadow}`)
        .join()
    const focused = looks()
    element.blur()
    const without = looks()
    element.focus()
    return focused !== without
  })

test('Tab goes from the list through the head to the timeline and the composer, and each stop can be seen', async ({ served }) => {
  const { page } = served
  await crew(page, ['One'])
  await page.getByRole('navigation').getByRole('button').first().focus()
  const stops: string[] = []
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (stops.includes(name) || name === '') break
    stops.push(name)
    expect(await looksDifferent(page), `whether one sees that “${name}” has the focus`).toBe(true)
  }
  const place = (what: RegExp) => stops.findIndex((stop) => what.test(stop))
  const order = [/^button: Search and commands/, /^button: Menu of /, /^treeitem: One/, /^tab: Timeline/, /^region: Timeline/, /^textarea: Message to One/].map(place)
  expect(order.every((at) => at >= 0), stops.join(' | ')).toBe(true)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('what is pressed while a menu or a dialog still fades away is heard by what lies below', async ({ served }) => {
  const { page } = served
  const screen = await crew(page, ['One', 'Two'])
  const menu = page.getByRole('button', { name: 'More for the timeline' })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  // What opens is there at once; what closes is not gone before the spec is over.
  const press = async (keys: string, fades: '0s' | '60s'): Promise<void> => {
    await page.evaluate((time) => document.documentElement.style.setProperty('--m-base', time), fades)
    await page.keyboard.press(keys)
  }
  const open = (keys: string) => press(keys, '0s')
  const close = (keys = 'Escape') => press(keys, '60s')
  // By keys: what fades is still in the way of the mouse.
  const openMenu = async (letters: string): Promise<void> => {
    await menu.focus()
    await open('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.type(letters)
  }

  await openMenu('')
  await close()
  await open('Shift+E')
  await expect(page.getByRole('dialog', { name: 'Export' }).and(page.locator(':has(:focus)'))).toBeVisible()
  await close()
  await open('Shift+G')
  await expect(page.getByRole('textbox', { name: 'Turn' })).toBeFocused()
  await close()
  // What was chosen in a menu is done, and then the next key.
  await openMenu('Fold')
  await close('Enter')
  await page.keyboard.press('Shift+O')
  await expect(screen.turn(1).locator('.said')).toBeVisible()
  // A dialog that a menu has opened keeps the focus, and gives it back to the button of the menu.
  await openMenu('Go')
  await open('Enter')
  await expect(page.getByRole('textbox', { name: 'Turn' })).toBeFocused()
  await close()
  await expect(menu).toBeFocused()

  // Whoever was writing goes on writing.
  await field.focus()
  for (const [keys, dialog] of [
    ['ControlOrMeta+k', 'Go to or do'],
    ['ControlOrMeta+/', 'Keyboard'],
    ['ControlOrMeta+Shift+f', 'Find in all messages'],
    ['Alt+n', /^New worker/],
    ['Alt+m', 'Send to several workers']
  ] as const) {
    await open(keys)
    await expect(page.getByRole('dialog', { name: dialog }).and(page.locator(':has(:focus)'))).toBeVisible()
    await close()
    await page.keyboard.type('go ')
  }
  await expect(field).toHaveValue('go '.repeat(5))
})

test('the palette, the help and the finding are free of faults that axe knows, in both themes and languages', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  await crew(page, ['One'])
  for (const next of ['zh-CN', 'en']) {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('o')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'the palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+/')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'help')
    await page.getByRole('dialog').locator('.help-acts .btn').click()
    await expectAccessible(page, 'the keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+Shift+f')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('echo')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'finding')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('search')).toBeVisible()
    await expectAccessible(page, 'finding in a timeline')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+Shift+z')
    await expect(page.locator('html')).toHaveAttribute('lang', next)
  }
})
