// The script of the pages, which none of them needs: what stands in this file serves all of it, and copies texts.
const words = document.currentScript.dataset;
const all = (selector, of = document) => [...of.querySelectorAll(selector)];
const one = (selector, of = document) => of.querySelector(selector);
const make = (tag, className = '', textContent = '') => Object.assign(document.createElement(tag), { className, textContent });
const aloud = one('main > [role=status]');

for (const here of all('.here')) here.textContent = location.href.split('#')[0];
for (const element of all('.citation, .embed, pre > code')) {
  const button = make('button', 'copy', words.copy);
  button.ariaLabel = `${words.copy}: ${one('dt, h2, h1', element.closest('dl div, section, main')).textContent}`;
  button.onclick = async () => {
    // Without https a selection is copied.
    getSelection().selectAllChildren(element);
    await (navigator.clipboard?.writeText(element.textContent) ?? document.execCommand('copy'));
    aloud.textContent = button.textContent = words.copied;
  };
  button.onblur = () => { button.textContent = words.copy; };
  (element.closest('pre') ?? element).after(button);
}
