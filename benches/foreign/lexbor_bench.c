/* Measures lexbor: parses the pages in a folder, with the same loop as the benchmarks in Rust. Prints the number of parsed bytes, the
 * number of parsed documents, and the time in seconds or the memory in bytes. `passes` prints nothing; it is for valgrind. With "tokens"
 * before the folder, only tokenizes the pages.
 *
 *     lexbor_bench FOLDER time SECONDS
 *     lexbor_bench FOLDER passes COUNT
 *     lexbor_bench FOLDER memory
 *
 * Or it selects elements of the pages in a folder, and prints the number of matches and the seconds of the shortest run:
 *
 *     lexbor_bench select FOLDER SELECTOR SECONDS
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lexbor/css/css.h>
#include <lexbor/html/html.h>
#include <lexbor/selectors/selectors.h>

struct page {
    lxb_char_t *text;
    size_t length;
};

static struct page *pages;
static size_t page_count;

static void
fail(const char *what, const char *name)
{
    fprintf(stderr, "error: %s %s\n", what, name);
    exit(1);
}

static struct page
read_page(const char *path)
{
    struct page page;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        fail("cannot read", path);
    }
    page.length = (size_t) ftell(file);
    page.text = malloc(page.length + 1);
    rewind(file);
    if (page.text == NULL || fread(page.text, 1, page.length, file) != page.length) {
        fail("cannot read", path);
    }
    fclose(file);
    return page;
}

static int
is_page(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".html") == 0;
}

static void
load(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_page, alphasort);
    if (count <= 0) {
        fail("no pages in", folder);
    }
    page_count = (size_t) count;
    pages = calloc(page_count, sizeof(struct page));
    for (size_t i = 0; i < page_count; i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        pages[i] = read_page(path);
        free(entries[i]);
    }
    free(entries);
}

static size_t tokens;

static lxb_html_token_t *
count_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context)
{
    (void) tokenizer;
    (void) context;
    tokens++;
    return token;
}

static void
tokenize(const lxb_char_t *text, size_t length)
{
    lxb_html_tokenizer_t *tokenizer = lxb_html_tokenizer_create();
    if (tokenizer == NULL || lxb_html_tokenizer_init(tokenizer) != LXB_STATUS_OK) {
        fail("cannot make", "a tokenizer");
    }
    lxb_html_tokenizer_callback_token_done_set(tokenizer, count_token, NULL);
    if (lxb_html_tokenizer_begin(tokenizer) != LXB_STATUS_OK
        || lxb_html_tokenizer_chunk(tokenizer, text, length) != LXB_STATUS_OK
        || lxb_html_tokenizer_end(tokenizer) != LXB_STATUS_OK)
    {
        fail("cannot tokenize", "a page");
    }
    lxb_html_tokenizer_destroy(tokenizer);
}

static bool tokens_only;

static void
parse(const lxb_char_t *text, size_t length)
{
    if (tokens_only) {
        tokenize(text, length);
        return;
    }
    lxb_html_document_t *document = lxb_html_document_create();
    if (document == NULL || lxb_html_document_parse(document, text, length) != LXB_STATUS_OK) {
        fail("cannot parse", "a page");
    }
    lxb_html_document_destroy(document);
}

static size_t
parse_all(void)
{
    size_t bytes = 0;
    for (size_t i = 0; i < page_count; i++) {
        parse(pages[i].text, pages[i].length);
        bytes += pages[i].length;
    }
    return bytes;
}

static double
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
measure_time(double seconds)
{
    size_t bytes = 0, documents = 0;
    double taken = 0;
    parse_all();
    double start = now();
    while (taken < seconds) {
        bytes += parse_all();
        documents += page_count;
        taken = now() - start;
    }
    printf("%zu %zu %.9f\n", bytes, documents, taken);
}

static size_t
status(const char *field)
{
    char line[256];
    size_t kibibytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, field, strlen(field)) == 0) {
            kibibytes = strtoul(line + strlen(field), NULL, 10);
        }
    }
    if (file == NULL || kibibytes == 0) {
        fail("no such field in /proc/self/status:", field);
    }
    fclose(file);
    return kibibytes * 1024;
}

static void
measure_memory(void)
{
    static const char warm_up[] = "<!DOCTYPE html><title>x</title><body class=x><p>A <a href=/>link</a> &amp; <ul><li>item";
    size_t largest = 0;
    for (size_t i = 1; i < page_count; i++) {
        largest = pages[i].length > pages[largest].length ? i : largest;
    }
    parse((const lxb_char_t *) warm_up, sizeof(warm_up) - 1);
    size_t before = status("VmRSS:");
    /* Resets the peak of the resident memory (VmHWM). */
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL || fputs("5", file) < 0 || fclose(file) != 0) {
        fail("cannot write", "/proc/self/clear_refs");
    }
    parse(pages[largest].text, pages[largest].length);
    size_t peak = status("VmHWM:");
    printf("%zu 1 %zu\n", pages[largest].length, peak > before ? peak - before : 0);
}

static lxb_status_t
count_node(lxb_dom_node_t *node, lxb_css_selector_specificity_t specificity, void *context)
{
    (void) node;
    (void) specificity;
    (*(size_t *) context)++;
    return LXB_STATUS_OK;
}

static void
measure_selecting(const char *text, double seconds)
{
    lxb_css_parser_t *parser = lxb_css_parser_create();
    lxb_selectors_t *selectors = lxb_selectors_create();
    if (lxb_css_parser_init(parser, NULL) != LXB_STATUS_OK || lxb_selectors_init(selectors) != LXB_STATUS_OK) {
        fail("cannot make", "a selector parser");
    }
    lxb_css_selector_list_t *list = lxb_css_selectors_parse(parser, (const lxb_char_t *) text, strlen(text));
    if (list == NULL || parser->status != LXB_STATUS_OK) {
        fail("not a selector for lexbor:", text);
    }
    /* Count each element once, even if it matches several selectors of the list, like the other libraries. */
    lxb_selectors_opt_set(selectors, LXB_SELECTORS_OPT_MATCH_FIRST);
    lxb_html_document_t **documents = calloc(page_count, sizeof(lxb_html_document_t *));
    for (size_t i = 0; i < page_count; i++) {
        documents[i] = lxb_html_document_create();
        if (lxb_html_document_parse(documents[i], pages[i].text, pages[i].length) != LXB_STATUS_OK) {
            fail("cannot parse", "a page");
        }
    }
    size_t found = 0;
    double best = 1e9;
    double start = now();
    while (now() - start < seconds) {
        found = 0;
        double run = now();
        for (size_t i = 0; i < page_count; i++) {
            lxb_selectors_find(selectors, lxb_dom_interface_node(documents[i]), list, count_node, &found);
        }
        run = now() - run;
        best = run < best ? run : best;
    }
    printf("%zu %.9f\n", found, best);
}

int
main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "select") == 0) {
        load(argv[2]);
        measure_selecting(argv[3], atof(argv[4]));
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "tokens") == 0) {
        tokens_only = true;
        argc--;
        argv++;
    }
    if (argc < 3) {
        fail("usage:", "lexbor_bench [tokens] FOLDER time|passes|memory [AMOUNT]");
    }
    load(argv[1]);
    double amount = argc > 3 ? atof(argv[3]) : 1;
    if (strcmp(argv[2], "time") == 0) {
        measure_time(amount);
    } else if (strcmp(argv[2], "passes") == 0) {
        for (int pass = 0; pass < (int) amount; pass++) {
            parse_all();
        }
    } else if (strcmp(argv[2], "memory") == 0) {
        measure_memory();
    } else {
        fail("no such measurement:", argv[2]);
    }
    return 0;
}
