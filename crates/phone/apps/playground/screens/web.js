// Plain web pages, for tests in a web context.
import { h } from "/.hansom/shared/dom.js";
import { group, linkRow } from "/.hansom/shared/rows.js";
import { t } from "../strings.js";

export function render(root) {
  root.append(
    group("", [
      linkRow(t("web.page"), "web/index.html", { id: "web-page-link", name: "page", tint: "blue" }),
      linkRow(t("web.article"), "web/article.html", { id: "web-article-link", name: "form", tint: "green" }),
    ], { icons: true, note: t("web.note") }),
    h("div", { class: "panel" }, h("iframe", { id: "web-frame", class: "web-frame", title: t("web.frame"), src: "web/frame.html" })),
  );
}
