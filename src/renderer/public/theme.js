// Runs before anything is drawn, so that a chosen theme never flashes in the other one. The window writes the choice.
{
  let theme = null
  try {
    theme = localStorage.getItem('crewdeck.theme')
  } catch {
    // Storage is forbidden: the system decides.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
