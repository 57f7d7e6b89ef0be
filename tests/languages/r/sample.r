#' Title of the package file
#'
#' @keywords internal
"_PACKAGE"

library(ggplot2)
require("stats")
suppressPackageStartupMessages(library(dplyr, warn.conflicts = FALSE))
requireNamespace("rlang", quietly = TRUE)
source("other.R")
box::use(dplyr[filter])
import_from <- rlang::abort

#' Add two numbers
#'
#' Details about [other()] and [pkg::thing()] and \code{\link{area}}.
#' @param x a number
#' @return the sum
#' @export
add <- function(x, y = "hushed", ...) {
  z <- x + y
  inner <- function(a) a * 2
  stats::setNames(z, c("hushed"))
  dplyr:::hidden(z)
  lapply(x, inner)
  obj$method(1)$other()
  obj@slot
  x |> filter(y > 1) |> select(z)
  x %>% mutate(w = 1)
  invisible(z)
}
sub = function(x, y) x - y
function(x) x -> ignored
(function(x) x + 1) -> right_fn
right <<- 5
lam <- \(x) x + 1
`%+%` <- function(a, b) paste(a, b)
`my name` <- 3
"quoted" <- function() NULL
print.myclass <- function(x, ...) {
  NextMethod()
}
`[.myclass` <- function(x, i) x
`names<-.myclass` <- function(x, value) x
VERSION <- "hushed"
limit = 10L
assign("dyn", function() 1)
if (TRUE) {
  cond <- function() 1
} else {
  cond <- function() 2
}
local({
  hidden_local <- function() 1
})
setClass("Person", representation(name = "character", age = "numeric"), contains = "Base")
Person <- setClass("Person2", slots = c(name = "character", age = "numeric"))
setGeneric("area", function(shape, ...) standardGeneric("area"))
setGeneric(name = "perim", def = function(shape) { standardGeneric("perim") })
setMethod("area", "Circle", function(shape, ...) {
  pi * shape@r^2
})
setMethod("show", signature(object = "Person"), function(object) cat("hushed"))
setMethod(f = "length", signature = "Person", definition = function(x) 1)
setMethod("+", signature("Money", "Money"), function(e1, e2) e1)
setReplaceMethod("name", "Person", function(x, value) x)
setValidity("Person", function(object) TRUE)
setClassUnion("NumOrChar", c("numeric", "character"))
setRefClass("Old")
Account <- setRefClass("Account",
  contains = "Base",
  fields = list(balance = "numeric", owner = "character"),
  methods = list(
    deposit = function(x) {
      balance <<- balance + x
    },
    show = function() cat("hushed")
  )
)
Account$methods(withdraw = function(x) { balance <<- balance - x })
#' An R6 class
Queue <- R6::R6Class("Queue",
  inherit = Base,
  public = list(
    #' @field items doc
    items = NULL,
    #' @description Create it
    initialize = function(...) {
      self$items <- list(...)
      private$helper()
    },
    add = function(x) self$items[[1]] <- x
  ),
  private = list(
    secret = "hushed",
    helper = function() NULL
  ),
  active = list(
    size = function(value) length(self$items)
  )
)
Geom <- ggproto("Geom", Base,
  required_aes = c("x", "y"),
  draw = function(self, data) {
    NULL
  },
  setup = function(data) data
)
testthat::test_that("it works hushed", {
  expect_equal(add(1, 2), 3)
})
x$y <- function() 1
x[["k"]] <- 1
names(x) <- c("a")
new_class <- S7::new_class("Dog", properties = list(name = class_character), parent = Animal)
method(speak, Dog) <- function(x) "hushed"
r"(raw hushed)"
#' @importFrom rlang abort warn
#' @import utils
#' @rdname add
NULL
#' @title The last one
#' @inheritParams add
last_one <- function(data,
                     along = add,
                     mult = 2) {
  on.exit(clean_up())
  purrr::map(data, add, utils::head)
  sapply(data, exported_elsewhere)
  new("Person", name = "hushed")
  "hushed
   hushed"
}
