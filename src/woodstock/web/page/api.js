// Requests to the server; what is wrong is shown at the bottom of the page.
export async function get(path) {
  return answer(await fetch(path));
}

export async function post(path, body = {}) {
  return answer(await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

async function answer(response) {
  const text = await response.text();
  let found = {};
  try { found = JSON.parse(text); } catch { found = { error: text || response.statusText }; }
  if (!response.ok) throw new Error(found.error || response.statusText);
  return found;
}

let timer = 0;
export function tell(message) {
  document.getElementById("message").textContent = message;
  clearTimeout(timer);
  timer = setTimeout(() => { document.getElementById("message").textContent = ""; }, 6000);
}
